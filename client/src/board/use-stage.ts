import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Facts } from '../machines/match/facts.ts'
import type { BoardScene } from './model/scene.ts'
import type { Look, Shown, Stage } from './pixi/stage.tsx'

/**
 * `drawn`: the canvas shows the board. `waiting`: it is not here yet, or its context was lost. `absent`: this
 * browser has no WebGL. In the latter two the DOM grid shows the board by itself.
 */
export type Drawing = 'waiting' | 'drawn' | 'absent'

/** A lost context gets this long to come back, in milliseconds; then a new canvas is mounted. */
const patience = 3000
/** New canvases tried before the grid keeps the board. */
const attempts = 4

type Hooks = { onReady(): void; onLost(): void; onBack(): void; onAbsent(): void }

const mount = (host: HTMLElement, first: Shown, hooks: Hooks) => {
  let stage: Stage | null = null
  let shown = first
  let ended = false
  const load = async () => {
    const [pixi] = await Promise.all([
      import('./pixi/stage.tsx'),
      // The numerals are baked once: with the real typeface, if it comes at all.
      document.fonts?.load(`800 40px ${first.look.font}`).catch(() => undefined),
    ])
    if (ended) return
    if (!pixi.canDraw()) hooks.onAbsent()
    else stage = pixi.mountStage(host, shown, { ...hooks, onFail: hooks.onAbsent })
  }
  // Whatever the canvas can't do, the grid can.
  load().catch(hooks.onAbsent)
  return {
    show(next: Shown) {
      shown = next
      stage?.show(next)
    },
    touch: (tile: number, down: boolean) => stage?.touch(tile, down),
    end() {
      ended = true
      stage?.end()
    },
  }
}

/** Keeps a Pixi stage mounted in `host`, through StrictMode, resizes, theme changes and lost contexts. */
export const useStage = (
  host: RefObject<HTMLElement | null>,
  look: Look | null,
  scene: BoardScene,
  facts: Facts | null,
): { drawing: Drawing; touch(tile: number, down: boolean): void } => {
  const [drawing, setDrawing] = useState<Drawing>('waiting')
  const [attempt, setAttempt] = useState(0)
  const stage = useRef<ReturnType<typeof mount> | null>(null)
  const shown = useMemo(() => look && { scene, look, facts }, [scene, look, facts])
  const wanted = useRef(shown)
  useLayoutEffect(() => {
    wanted.current = shown
    if (shown) stage.current?.show(shown)
  }, [shown])
  const measured = look !== null

  useEffect(() => {
    const first = wanted.current
    if (!host.current || !first || !measured) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const absent = () => {
      setDrawing('absent')
      mounted.end()
    }
    const mounted = mount(host.current, first, {
      onReady: () => setDrawing('drawn'),
      onAbsent: absent,
      onLost: () => {
        setDrawing('waiting')
        clearTimeout(timer)
        timer = setTimeout(() => (attempt < attempts ? setAttempt((count) => count + 1) : absent()), patience)
      },
      onBack: () => {
        clearTimeout(timer)
        setDrawing('drawn')
      },
    })
    stage.current = mounted
    return () => {
      clearTimeout(timer)
      stage.current = null
      mounted.end()
      setDrawing('waiting')
    }
  }, [host, attempt, measured])

  return { drawing, touch: (tile, down) => stage.current?.touch(tile, down) }
}
