# Tripod in a container. `docker build --tag tripod:0.1.0 .` makes it for this machine, and
# `docker buildx build --platform linux/amd64,linux/arm64 .` for both platforms. docs/install.md says how it is run.

# Arguments, so that they can come from a mirror, or be pinned by digest.
ARG NODE_IMAGE=node:24-bookworm-slim
ARG DEBIAN_IMAGE=debian:bookworm-slim

# Debian, less what no process here uses, and the account.
FROM ${DEBIAN_IMAGE} AS debian
COPY deploy/container/trim.sh /tmp/
# PostgreSQL needs a line of its account in /etc/passwd.
RUN groupadd --gid 10001 tripod \
  && useradd --uid 10001 --gid 10001 --home-dir /data --no-create-home --no-log-init --shell /usr/sbin/nologin tripod \
  && install --directory --owner=10001 --group=10001 --mode=0700 /data \
  && install --directory /etc/tripod \
  && ln --symbolic /opt/tripod/bin/tripod.js /usr/local/bin/tripod \
  && sh /tmp/trim.sh

# The npm package. It is the same for every platform.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS package
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/build.js \
  && npm pack --ignore-scripts \
  && mkdir /tripod \
  && tar --extract --gzip --touch --file tripod-*.tgz --directory /tripod --strip-components 1 \
  && find /tripod/dist -name '*.map' -delete

# What the package needs on the platform of the image, exactly as package-lock.json has it, and the list of it.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS dependencies
ARG TARGETARCH
WORKDIR /tripod
COPY package.json package-lock.json ./
RUN cpu=$(echo "${TARGETARCH:-$(dpkg --print-architecture)}" | sed 's/amd64/x64/') \
  && npm ci --omit=dev --ignore-scripts --no-audit --no-fund --os=linux --libc=glibc --cpu="$cpu"
COPY deploy/container/shrink.sh deploy/container/sbom.js /build/
RUN sh /build/shrink.sh && node /build/sbom.js > sbom.cdx.json

# Node for the platform of the image, and the packages, without symbols for debuggers.
FROM ${NODE_IMAGE} AS programs
RUN apt-get update && apt-get install --yes --no-install-recommends binutils
COPY --from=dependencies /tripod /tripod
RUN strip --strip-unneeded /usr/local/bin/node /tripod/node_modules/@duckdb/node-bindings-linux-*/libduckdb.so

# From scratch, since what a layer removes is still part of the one below.
FROM scratch
ARG VERSION=0.1.0
ARG REVISION=
ARG CREATED=
LABEL org.opencontainers.image.title="Tripod" \
  org.opencontainers.image.description="A tool server registry, a player and tribe lookup and a trading platform, to run yourself." \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}" \
  org.opencontainers.image.created="${CREATED}"

COPY --from=debian / /
COPY --from=debian --chown=10001:10001 /data /data
# Of Node its program alone: npm and the headers are as large again.
COPY --from=programs /usr/local/bin/node /usr/local/bin/node
COPY --from=programs /tripod /opt/tripod
COPY --from=package /tripod /opt/tripod

ENV PATH=/usr/local/bin:/usr/bin:/bin \
  TRIPOD_HOST=0.0.0.0 \
  TRIPOD_PORT=8080 \
  TRIPOD_ADMIN_PORT=8081 \
  TRIPOD_DATA_DIR=/data
# For hints in the console. Only the operator knows the container's name.
ENV TRIPOD_OPERATOR_COMMAND="docker exec CONTAINER tripod"
# A settings' file that is mounted here is found: tripod.yaml, or .env.
WORKDIR /etc/tripod
USER 10001:10001
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
# Whether the process answers at all, at the port for metrics. The variables above come before a settings' file, so that its
# ports do not count here. Give the container another TRIPOD_ADMIN_PORT if you must, but not 0.
HEALTHCHECK --interval=30s --timeout=10s --start-period=120s --retries=3 \
  CMD ["node", "--eval", "fetch('http://127.0.0.1:' + (process.env.TRIPOD_ADMIN_PORT || 8081) + '/health').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tripod"]
CMD ["serve", "all"]
