# Rightshape in one image: the service, its worker and the sandbox. No compiler, no Node and no test tool in it.

FROM node:22-bookworm-slim AS node

FROM python:3.11-slim-bookworm AS build
# Node bundles the browser code while the wheel is built; it does not get any further than this stage.
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=node /usr/local/lib/node_modules /usr/local/lib/node_modules
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
WORKDIR /src
COPY requirements.lock ./
# uv, in the version and with the hash that the lock names.
RUN sed -n '/^uv==/,/^[a-z]/p' requirements.lock | grep -E '^(uv==|    --hash)' > /tmp/uv.txt \
    && python -m venv /opt/uv && /opt/uv/bin/pip install --no-cache-dir --quiet --require-hashes -r /tmp/uv.txt
COPY pyproject.toml hatch_build.py README.md LICENSE ./
COPY app app
COPY sandbox sandbox
COPY katas katas
COPY frontend frontend
ENV RIGHTSHAPE_ASSETS=require
# Run-time dependencies only, each in the locked version.
RUN python -m venv /opt/rightshape \
    && /opt/uv/bin/uv pip install --no-cache --python /opt/rightshape/bin/python \
        --constraint requirements.lock --build-constraint requirements.lock . \
    && rm -rf /opt/rightshape/lib/python3.11/site-packages/pip*

FROM python:3.11-slim-bookworm
RUN apt-get update \
    && apt-get install -y --no-install-recommends libseccomp2 \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --create-home --home-dir /var/lib/rightshape rightshape \
    && install -d -o rightshape -g rightshape /var/lib/rightshape/data /var/lib/rightshape/cache
COPY --from=build /opt/rightshape /opt/rightshape
ENV PATH=/opt/rightshape/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    KATA_HOST=0.0.0.0 \
    KATA_DATA_DIR=/var/lib/rightshape/data \
    KATA_CACHE_DIR=/var/lib/rightshape/cache \
    KATA_LOG_FORMAT=json
USER rightshape
WORKDIR /var/lib/rightshape
VOLUME /var/lib/rightshape/data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/readyz', timeout=2)"]
CMD ["kata", "serve"]
