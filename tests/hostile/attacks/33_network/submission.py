import socket


def talk(family, kind, address=None, protocol=0):
    with socket.socket(family, kind, protocol) as connection:
        if address is not None:
            connection.settimeout(1)
            connection.connect(address)


def names():
    try:
        socket.getaddrinfo("kata.invalid", 80)
    except socket.gaierror:
        raise RuntimeError("no name is resolved") from None


STREAM, DATAGRAM, RAW = socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW
report("tcp", lambda: talk(socket.AF_INET, STREAM, ("127.0.0.1", 80)))
report("metadata", lambda: talk(socket.AF_INET, STREAM, ("169.254.169.254", 80)))
report("udp", lambda: talk(socket.AF_INET, DATAGRAM, ("127.0.0.1", 53)))
report("ipv6", lambda: talk(socket.AF_INET6, STREAM, ("::1", 80)))
report("abstract", lambda: talk(socket.AF_UNIX, STREAM, "\0hostile-socket-33"))
report("path", lambda: talk(socket.AF_UNIX, STREAM, "/run/systemd/notify"))
report("pair", lambda: socket.socketpair())
report("vsock", lambda: talk(socket.AF_VSOCK, STREAM))
report("packet", lambda: talk(socket.AF_PACKET, RAW))
report("raw", lambda: talk(socket.AF_INET, RAW, protocol=1))
report("netlink", lambda: talk(socket.AF_NETLINK, RAW))
report("crypto", lambda: talk(socket.AF_ALG, socket.SOCK_SEQPACKET))
report("names", names)
