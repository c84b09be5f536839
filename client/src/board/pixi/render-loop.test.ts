import { describe, expect, it } from 'vitest'
import { handFrames } from './frames-testing.ts'
import { createRenderLoop } from './render-loop.ts'
import { createTweens } from './tweens.ts'

describe('the render loop', () => {
  it('asks for no frame while nothing changes', () => {
    const hand = handFrames()
    const loop = createRenderLoop(hand.frames, () => undefined)
    expect(hand.requests()).toBe(0)
    loop.invalidate()
    loop.invalidate()
    expect(hand.requests()).toBe(1)
    hand.tick(0)
    expect(hand.tick(16)).toBe(false)
    expect(loop.busy()).toBe(false)
  })

  it('draws while it is held and rests after the last release', () => {
    const hand = handFrames()
    const drawn: number[] = []
    const loop = createRenderLoop(hand.frames, (elapsed) => drawn.push(elapsed))
    const release = [loop.hold(), loop.hold()]
    hand.tick(100)
    hand.tick(116)
    release[0]?.()
    release[0]?.()
    hand.tick(132)
    release[1]?.()
    hand.tick(148)
    expect(hand.tick(164)).toBe(false)
    expect(drawn).toEqual([0, 16, 16, 16])
  })

  it('does not count a rest or a hidden tab as time passed', () => {
    const hand = handFrames()
    const drawn: number[] = []
    const loop = createRenderLoop(hand.frames, (elapsed) => drawn.push(elapsed))
    loop.invalidate()
    hand.tick(0)
    loop.hold()
    hand.tick(60_000)
    hand.tick(120_000)
    expect(drawn).toEqual([0, 0, 250])
  })

  it('draws no more once stopped', () => {
    const hand = handFrames()
    const loop = createRenderLoop(hand.frames, () => undefined)
    loop.hold()
    loop.stop()
    loop.invalidate()
    expect(hand.tick(16)).toBe(false)
  })
})

describe('tweens', () => {
  const setup = () => {
    const hand = handFrames()
    let advance = (_elapsed: number) => {}
    const loop = createRenderLoop(hand.frames, (elapsed) => advance(elapsed))
    const tweens = createTweens(loop)
    advance = tweens.advance
    return { hand, loop, tweens }
  }

  it('hold the loop until the last has ended', () => {
    const { hand, loop, tweens } = setup()
    const parts: number[] = []
    tweens.run({ duration: 32, ease: (part) => part, step: (part) => parts.push(part) })
    for (const now of [0, 16, 32, 48]) hand.tick(now)
    expect(parts).toEqual([0, 0.5, 1])
    expect(loop.busy()).toBe(false)
  })

  it('wait for their delay, and pause during a hit-stop', () => {
    const { tweens } = setup()
    const parts: number[] = []
    tweens.run({ duration: 100, delay: 20, ease: (part) => part, step: (part) => parts.push(part) })
    tweens.advance(10)
    expect(parts).toEqual([])
    tweens.freeze(50)
    tweens.advance(50)
    expect(parts).toEqual([])
    tweens.advance(60)
    expect(parts).toEqual([0.5])
    tweens.finish()
    expect(parts).toEqual([0.5, 1])
  })

  it('can start the next from their end, and be ended before it', () => {
    const { loop, tweens, hand } = setup()
    let turns = 0
    let stop = () => {}
    const turn = () => {
      stop = tweens.run({
        duration: 10,
        step: () => undefined,
        done: () => {
          turns += 1
          turn()
        },
      })
    }
    turn()
    for (const now of [0, 16, 32]) hand.tick(now)
    expect(turns).toBe(2)
    stop()
    hand.tick(48)
    hand.tick(64)
    expect(turns).toBe(2)
    expect(loop.busy()).toBe(false)
  })
})
