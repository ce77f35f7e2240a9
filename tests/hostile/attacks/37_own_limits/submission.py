import os
import resource


def raised(kind):
    resource.setrlimit(kind, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


report("cpu", lambda: raised(resource.RLIMIT_CPU))
report("memory", lambda: raised(resource.RLIMIT_AS))
report("parent", lambda: resource.prlimit(os.getppid() or 1, resource.RLIMIT_CORE, (0, 0)))
report("realtime", lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)))
report("nice", lambda: os.setpriority(os.PRIO_PROCESS, 0, -20))
report("batch", lambda: os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0)))
report("affinity", lambda: os.sched_setaffinity(0, os.sched_getaffinity(0)))
report("cgroup", lambda: open("/sys/fs/cgroup/memory/cgroup.procs", "w").close())
report("oom", lambda: open("/proc/self/oom_score_adj", "w").close())
