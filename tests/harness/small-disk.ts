import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, open, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A separate disk that can be filled to the last byte. */
export type SmallDisk = {
  folder: string
  fill(): Promise<void>
  /** Takes away what filled it. */
  makeRoom(): Promise<void>
  remove(): Promise<void>
}

const isFull = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOSPC'

/** Mounts a disk in memory; only root may. Answers why not where it can't be done. */
export const smallDisk = async (megabytes: number): Promise<SmallDisk | string> => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'only root on Linux may mount a small disk'
  const folder = await mkdtemp(join(tmpdir(), 'minefall-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  if (mounted.status !== 0) {
    await rmdir(folder)
    return `a small disk can't be mounted here: ${String(mounted.stderr).trim()}`
  }
  // The user that the database runs as gets through to its own folder in it.
  await chmod(folder, 0o755)
  const ballast = join(folder, 'ballast')
  return {
    folder,
    async fill() {
      const file = await open(ballast, 'w')
      const page = Buffer.alloc(4_096)
      try {
        for (;;) await file.write(page)
      } catch (error) {
        if (!isFull(error)) throw error
      } finally {
        await file.close()
      }
    },
    makeRoom: () => rm(ballast),
    async remove() {
      spawnSync('umount', ['-l', folder])
      await rmdir(folder)
    },
  }
}
