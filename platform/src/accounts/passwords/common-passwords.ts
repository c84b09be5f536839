import { readFile } from 'node:fs/promises'

/**
 * The 10,000 commonest passwords of six characters and more, the commonest first, from @zxcvbn-ts/language-common
 * (MIT, © 2012-2016 Dan Wheeler and Dropbox, Inc., © 2021 @zxcvbn-ts). The built code reads them in the sources.
 */
const file = new URL('../../../src/accounts/passwords/common-passwords.txt', import.meta.url)

let read: Promise<ReadonlySet<string>> | undefined

const commonPasswords = (): Promise<ReadonlySet<string>> => {
  read ??= readFile(file, 'utf8').then((text) => new Set(text.trim().split('\n')))
  return read
}

/** Whether a password is among the commonest, in whatever case. */
export const isCommonPassword = async (password: string): Promise<boolean> =>
  (await commonPasswords()).has(password.normalize('NFKC').toLowerCase())
