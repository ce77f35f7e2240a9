# AppArmor profile of the Rightshape container. Load it once, and again after an update:
#   sudo apparmor_parser --replace deploy/apparmor.profile
# To keep it over a restart of the machine, copy it to /etc/apparmor.d/rightshape as well.
# AppArmor 3 (Debian 12, Ubuntu 22.04) does not know the two lines marked "AppArmor 4"; leave them out:
#   grep -v 'AppArmor 4:' deploy/apparmor.profile | sudo apparmor_parser --replace
#
# A container engine's own profile forbids every mount, also inside a user namespace, where it can touch nothing
# of the container; Ubuntu forbids user namespaces to whatever has no profile. The sandbox is made of both.

abi <abi/4.0>,  # AppArmor 4: with rules for user namespaces

include <tunables/global>

profile rightshape flags=(attach_disconnected,mediate_deleted) {
  userns,  # AppArmor 4: the sandbox makes user namespaces, and in them all of its other walls

  # The root of the sandbox: made in mount namespaces of its own, where no_new_privs and seccomp still hold.
  mount,
  remount,
  umount,
  pivot_root,

  # The container itself has no capability (cap_drop: ALL); these are those of the sandbox's own user namespaces.
  capability,

  file,
  network,
  unix,
  signal (send, receive) peer=rightshape,
  # The engine stops the container.
  signal receive peer=unconfined,
  signal receive peer=runc,
  signal receive peer=crun,
  ptrace (read, readby) peer=rightshape,

  # What of the kernel shows through /proc and /sys may be read by users, and changed by nobody.
  deny @{PROC}/sys/** wkl,
  deny @{PROC}/sysrq-trigger rwkl,
  deny @{PROC}/kcore rwkl,
  deny @{PROC}/kmem rwkl,
  deny @{PROC}/mem rwkl,
  deny /sys/** wkl,
  deny /sys/firmware/** rwkl,
  deny /sys/kernel/security/** rwkl,
}
