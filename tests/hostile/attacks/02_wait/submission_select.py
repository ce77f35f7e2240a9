import select

select.select([], [1], [], 0)
# Its own result pipe never has anything to read.
select.select([3], [], [])
