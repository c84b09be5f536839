import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { afterFrame } from './after-frame.ts'

describe('what waits for a frame', () => {
  let frames: (() => void)[] = []
  const draw = () => {
    for (const each of frames.splice(0)) each()
  }
  beforeEach(() => {
    vi.useFakeTimers()
    frames = []
    vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run))
  })
  afterEach(() => {
    vi.runAllTimers()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('asks for it once, and runs after it in the order it came', () => {
    const told: string[] = []
    afterFrame(() => told.push('first'))
    afterFrame(() => told.push('second'))
    expect(frames).toHaveLength(1)
    draw()
    expect(told).toEqual([])
    vi.advanceTimersByTime(0)
    expect(told).toEqual(['first', 'second'])
  })

  it('runs after the next one if it comes while a frame is drawn', () => {
    const told: string[] = []
    afterFrame(() => told.push('first'))
    draw()
    afterFrame(() => told.push('second'))
    vi.advanceTimersByTime(0)
    expect(told).toEqual(['first'])
    draw()
    vi.advanceTimersByTime(0)
    expect(told).toEqual(['first', 'second'])
  })

  it('runs once, and soon, where no frame is drawn', async () => {
    const run = vi.fn()
    afterFrame(run)
    await vi.advanceTimersByTimeAsync(99)
    expect(run).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(run).toHaveBeenCalledOnce()
    draw()
    vi.runAllTimers()
    expect(run).toHaveBeenCalledOnce()
  })

  it('goes on with the rest when one of them throws', () => {
    const run = vi.fn()
    afterFrame(() => {
      throw new Error('no sound here')
    })
    afterFrame(run)
    draw()
    expect(() => vi.advanceTimersByTime(0)).toThrow('no sound here')
    vi.advanceTimersByTime(0)
    expect(run).toHaveBeenCalledOnce()
  })
})
