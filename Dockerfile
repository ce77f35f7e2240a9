# Rightshape in one image: the service, its worker and the sandbox. No compiler, no Node and no test tool in it.
# The bases can be replaced by others with a Node 20 or newer, or a Python 3.11 or newer on Debian:
#   docker build --build-arg PYTHON=python:3.13-slim-bookworm .
ARG NODE=node:22-bookworm-slim
ARG PYTHON=python:3.11-slim-bookworm

FROM ${NODE} AS node

FROM ${PYTHON} AS build
# Node bundles the browser code while the wheel is built; it does not get any further than this stage.
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=node /usr/local/lib/node_modules /usr/local/lib/node_modules
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
WORKDIR /src
COPY requirements.lock ./
# uv, in the version and with the hash that the lock names.
RUN sed -n '/^uv==/,/^[a-z]/p' requirements.lock | grep -E '^(uv==|    --hash)' > /tmp/uv.txt \
    && python -m venv /opt/uv \
    && /opt/uv/bin/pip install --no-cache-dir --quiet --require-hashes -r /tmp/uv.txt \
    && python -m venv --without-pip /opt/rightshape
COPY pyproject.toml hatch_build.py README.md LICENSE ./
COPY frontend frontend
COPY katas katas
COPY sandbox sandbox
COPY app app
# Run-time dependencies only, each in the locked version. Compiled now: nothing can be written later.
RUN RIGHTSHAPE_ASSETS=require /opt/uv/bin/uv pip install --no-cache --compile-bytecode \
        --python /opt/rightshape/bin/python --constraint requirements.lock --build-constraint requirements.lock . \
    && rm -rf /opt/rightshape/lib/python3*/site-packages/numpy/*/tests

FROM ${PYTHON}
# bubblewrap makes the outer ring of the sandbox, libseccomp its system-call filters.
RUN apt-get update \
    && apt-get install -y --no-install-recommends bubblewrap libseccomp2 \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/apt /var/log/dpkg.log \
    && python -m compileall -q "$(python -c 'import os; print(os.path.dirname(os.__file__))')" \
        -x 'idlelib|lib2to3|ensurepip|turtledemo|/test' \
    && groupadd --gid 10001 rightshape \
    && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /var/lib/rightshape --no-log-init \
        --shell /usr/sbin/nologin rightshape \
    && install -d -o rightshape -g rightshape \
        /var/lib/rightshape /var/lib/rightshape/data /var/lib/rightshape/cache
COPY --from=build /opt/rightshape /opt/rightshape
ENV PATH=/opt/rightshape/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    KATA_HOST=0.0.0.0 \
    KATA_PORT=8000 \
    KATA_DATA_DIR=/var/lib/rightshape/data \
    KATA_CACHE_DIR=/var/lib/rightshape/cache \
    KATA_LOG_FORMAT=json
USER rightshape
WORKDIR /var/lib/rightshape
VOLUME /var/lib/rightshape/data /var/lib/rightshape/cache
EXPOSE 8000
# Healthy means that submissions are judged: every wall of the sandbox has been tried and holds.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD python -I -S -c "import urllib.request as u; u.urlopen('http://127.0.0.1:$KATA_PORT/readyz')"
CMD ["kata", "serve"]
