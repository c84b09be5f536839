import { closeSync, existsSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DestinationStream } from 'pino'
import { startupError } from './settings.ts'

/** How large a log file grows before it becomes `<name>.1`, in bytes; only these two are kept. */
const fileMost = 64 * 1024 * 1024

/** How long a pipe whose reader is slow is left alone, in milliseconds. */
const busyMs = 100
const never = new Int32Array(new SharedArrayBuffer(4))

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EAGAIN'

/**
 * Writes lines at once, and waits for a slow reader. What there is no room for, as on a full disk, is left out: a log that
 * can't be written is no reason to stop, and nothing of it is kept in memory.
 */
const lineWriter = () => {
  /** The last line was written in part. */
  let isTorn = false
  return (fd: number, line: string): number => {
    const bytes = Buffer.from(isTorn ? `\n${line}` : line)
    let written = 0
    while (written < bytes.length)
      try {
        written += writeSync(fd, bytes, written)
      } catch (error) {
        if (!isBusy(error)) break
        Atomics.wait(never, 0, 0, busyMs)
      }
    if (written > 0) isTorn = written < bytes.length
    return written
  }
}

/** Appends to a file, which is put aside when it is full. */
const openFile = (file: string): DestinationStream => {
  const write = lineWriter()
  let fd = openSync(file, 'a')
  let bytes = fstatSync(fd).size
  const putAside = () => {
    try {
      if (existsSync(file)) renameSync(file, `${file}.1`)
      const next = openSync(file, 'a')
      closeSync(fd)
      fd = next
      bytes = 0
    } catch {
      // It goes on in the one that is open, and tries again with the next line.
    }
  }
  return {
    write(line) {
      if (bytes + Buffer.byteLength(line) > fileMost) putAside()
      bytes += write(fd, line)
    },
  }
}

/** A file to append to, its folder made if missing, or stdout without one. Writing to it never throws. */
export const openLog = (file: string | undefined): DestinationStream => {
  if (file === undefined) {
    const write = lineWriter()
    return { write: (line) => void write(1, line) }
  }
  try {
    mkdirSync(dirname(file), { recursive: true })
    return openFile(file)
  } catch (error) {
    throw startupError(
      `The log file ${file} can't be written; check who owns its folder and its rights.`,
      error,
    )
  }
}
