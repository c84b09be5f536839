import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { createLogger } from './log.ts'
import { type Running, runProcess } from './run-process.ts'
import { startupError } from './settings.ts'

/** A process that writes down how it was ended. */
const standIn = () => {
  const events = new EventEmitter()
  const exits: number[] = []
  const lines: string[] = []
  let said = ''
  const host = {
    on: (event: string, listener: (...args: unknown[]) => void) => events.on(event, listener),
    exit: (code: number) => {
      exits.push(code)
      events.emit('exit')
    },
    stderr: { write: (text: string) => (said += text) },
  }
  const log = createLogger({ level: 'info', format: 'json', to: { write: (line) => void lines.push(line) } })
  const ended = new Promise<void>((resolve) => events.once('exit', resolve))
  return { events, host, log, exits, ended, said: () => said, logged: () => lines.join('') }
}

const run = (start: (fail: (why: string) => void) => Promise<Running>, stopWithinMs?: number) => {
  const process = standIn()
  const { host, log } = process
  const boot = () => ({ log, start, ...(stopWithinMs === undefined ? {} : { stopWithinMs }) })
  return { ...process, started: runProcess({ boot, host }) }
}

describe('runProcess', () => {
  it.each(['SIGTERM', 'SIGINT'])('stops in order on %s', async (signal) => {
    let closed = false
    const { started, events, ended, exits } = run(async () => ({
      close: async () => {
        closed = true
      },
    }))
    await started
    expect(exits).toEqual([])
    events.emit(signal)
    await ended
    expect(closed).toBe(true)
    expect(exits).toEqual([0])
  })

  it('stops after the start when a signal comes during it', async () => {
    let go = () => {}
    const ready = new Promise<void>((resolve) => {
      go = resolve
    })
    const { started, events, ended, exits } = run(async () => {
      await ready
      return { close: async () => {} }
    })
    events.emit('SIGTERM')
    go()
    await started
    await ended
    expect(exits).toEqual([0])
  })

  it('ends at once on a second signal', async () => {
    const { started, events, exits } = run(async () => ({ close: () => new Promise(() => {}) }))
    await started
    events.emit('SIGINT')
    events.emit('SIGINT')
    expect(exits).toEqual([1])
  })

  it('ends at once, and logs why, when what it runs gives up', async () => {
    let giveUp = (_why: string) => {}
    const { started, exits, logged } = run(async (fail) => {
      giveUp = fail
      return { close: () => new Promise(() => {}) }
    })
    await started
    expect(exits).toEqual([])
    giveUp('another one goes on')
    expect(exits).toEqual([1])
    expect(JSON.parse(logged())).toMatchObject({ level: 'fatal', msg: 'another one goes on' })
  })

  it('ends when a start that was asked to stop takes too long', async () => {
    const { events, ended, exits } = run(() => new Promise(() => {}), 1)
    events.emit('SIGTERM')
    await ended
    expect(exits).toEqual([1])
  })

  it('ends when stopping takes too long', async () => {
    const { started, events, ended, exits } = run(async () => ({ close: () => new Promise(() => {}) }), 1)
    await started
    events.emit('SIGTERM')
    await ended
    expect(exits).toEqual([1])
  })

  it('tells a start-up error in one sentence without a stack and exits with 1', async () => {
    const { started, exits, said, logged } = run(async () => {
      throw startupError('Port 8080 is taken.', new Error('EADDRINUSE'))
    })
    await started
    expect(exits).toEqual([1])
    expect(said()).toBe('Port 8080 is taken.\n')
    expect(JSON.parse(logged())).toMatchObject({ level: 'error', msg: 'Port 8080 is taken.' })
    expect(logged()).not.toContain('stack')
  })

  it('tells it too when there is no log yet', async () => {
    const { host, exits, said } = standIn()
    const boot = () => {
      throw startupError('PORT must be a number.')
    }
    await runProcess({ boot, host })
    expect([exits, said()]).toEqual([[1], 'PORT must be a number.\n'])
  })

  it('logs anything else with its stack and exits with 1', async () => {
    const { started, exits, logged } = run(async () => {
      throw new Error('unforeseen')
    })
    await started
    expect(exits).toEqual([1])
    expect(logged()).toMatch(/unforeseen.*run-process\.test/)
  })

  it.each(['uncaughtException', 'unhandledRejection'])('logs an %s and exits with 1', async (event) => {
    const { started, events, exits, logged } = run(async () => ({ close: async () => {} }))
    await started
    events.emit(event, new Error('no one caught this'))
    expect(exits).toEqual([1])
    expect(logged()).toContain('no one caught this')
  })
})
