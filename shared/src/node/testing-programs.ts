import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where servers are that an ordinary user's PATH leaves out. */
const serverFolders = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin']

/** The path of an installed program; null when there is none. */
export const locateProgram = (name: string): string | null =>
  [...(process.env.PATH ?? '').split(delimiter), ...serverFolders]
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file)) ?? null

/** The path of an installed program. Throws when there is none, naming what installs it. */
export const findProgram = (name: string): string => {
  const found = locateProgram(name)
  if (found === null)
    throw new Error(`${name} is missing: apt-get install ${name} on Debian, brew install ${name} on macOS.`)
  return found
}
