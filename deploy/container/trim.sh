#!/bin/sh
# Takes from Debian slim what no process of Tripod uses: the packager, Perl, TLS of the packager, conversions of character
# sets, time zones, documents. The shell, its tools, accounts and the list of installed packages stay, and so do licences.
set -eu

# What belongs to these packages, less what Node, PostgreSQL and the tools that stay are linked with.
for package in apt libapt-pkg6.0 perl-base gpgv debian-archive-keyring e2fsprogs libext2fs2 logsave mount util-linux-extra \
  tzdata libgnutls30 libp11-kit0 libunistring2 libidn2-0 libhogweed6 libnettle8 libgcrypt20 libgpg-error0 libdb5.3 sqv; do
  list=$(ls /var/lib/dpkg/info/"$package".list /var/lib/dpkg/info/"$package":*.list 2>/dev/null || true)
  [ -n "$list" ] || continue
  cat $list | while read -r path; do
    case "$path" in */copyright) continue ;; esac
    # Folders stay, also where they are links, as /bin is.
    [ -d "$path" ] || rm -f "$path"
  done
done
rm -rf /usr/lib/*/gconv /usr/lib/*/perl-base /usr/share/zoneinfo /usr/share/locale /usr/share/man /usr/share/info \
  /usr/share/perl5 /usr/share/bash-completion /var/cache/* /var/lib/apt /var/log/* /tmp/*
find /usr/share/doc -type f ! -name copyright -delete
find /usr/share/doc -type l -delete
rm -f /var/lib/dpkg/info/*
