import { statfs } from 'node:fs/promises'
import { Gauge, type Registry } from 'prom-client'

/** Shows in `metrics` how full the disk is that a folder is on; read at each scrape. */
export const showDisk = (metrics: Registry, folder: string): void => {
  new Gauge({
    name: 'minefall_disk_used_ratio',
    help: 'The part of the disk under DATA_DIR/keys that can’t be written to, from 0 to 1: what is used or reserved. In docker-compose.yml the database and the logs are on it too.',
    registers: [metrics],
    async collect() {
      const { bavail, blocks } = await statfs(folder)
      this.set(1 - bavail / blocks)
    },
  })
}
