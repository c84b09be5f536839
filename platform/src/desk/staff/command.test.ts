import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { describeDatabase } from '../../db/testing.ts'
import { type OpenDesk, openDesk } from '../testing.ts'
import { staffCommand } from './command.ts'

const ann = ['--email', 'Ann@House.example', '--name', 'Ann Berg', '--role', 'admin'] as const

/** Reads the command line; `typed` is what stands on the standard input. */
const read = (args: readonly string[], typed = '') => staffCommand(args, Readable.from([typed]))

describe('a command about staff', () => {
  test.each([
    [[], /^Usage:/],
    [['fire'], /^Usage:/],
    [['add', '--force'], /^Unknown option '--force'\.\nUsage:/],
    [['add', 'Ann'], /^There is a word too many: Ann\.\nUsage:/],
    [['reset'], /^Say whom with --email\.\nUsage:/],
    [['add', '--email', 'ann'], /^--email must be an email address, and ann is none\.$/],
    [['add', ...ann.slice(0, 2), '--role', 'admin'], /^--name must have 1 to 60 characters\.$/],
    [
      ['add', ...ann.slice(0, 4), '--role', 'boss'],
      /^--role must be admin, finance or support, and not boss\.$/,
    ],
    [['add', ...ann, '--password-stdin'], /^The password .+ must have 12 to 256 characters, and has 5\.$/],
  ])('%j is refused in a sentence', async (args, said) => {
    await expect(read(args, 'short\n')).rejects.toThrow(said)
  })
})

describeDatabase('commands about staff', (open) => {
  let desk: OpenDesk
  beforeAll(async () => {
    desk = await openDesk(await open())
  })
  afterAll(() => desk.close())
  const run = async (args: readonly string[], typed?: string) => (await read(args, typed))(desk.office)

  it('add one person once, with the password entered or a drawn one, disable, and list all', async () => {
    expect(await run(['list'])).toBe('No one is on the staff yet.')
    const entered = await run(['add', ...ann, '--password-stdin'], 'copper kettle 4\n')
    expect(entered).toMatch(/^Second factor: /m)
    expect(entered).not.toMatch(/Password|copper/)
    await expect(run(['add', ...ann])).rejects.toThrow(
      /^Someone on the staff has the address ann@house\.example already; /,
    )
    expect(await run(['reset', ...ann.slice(0, 2)])).toMatch(/^Password: /m)
    expect(await run(['disable', ...ann.slice(0, 2)])).toBe(
      "Ann Berg <ann@house.example> is signed out and can't sign in any more.",
    )
    for (const command of ['reset', 'disable'])
      await expect(run([command, '--email', 'ben@house.example'])).rejects.toThrow(
        /^No one on the staff has the address ben@house\.example\.$/,
      )
    expect(await run(['list'])).toMatch(/^admin {4}Ann Berg <ann@house\.example> since .+, disabled .+$/)
  })
})
