import { type RefObject, useEffect, useRef, useState } from 'react'
import type { BoardScene } from './model/scene.ts'
import type { Look, Stage } from './pixi/stage.tsx'

/**
 * `drawn`: the canvas shows the board. `waiting`: it is not here yet, or its context was lost. `absent`: this
 * browser has no WebGL. In the latter two the DOM grid shows the board by itself.
 */
export type Drawing = 'waiting' | 'drawn' | 'absent'

/** A lost context gets this long to come back, in milliseconds; then a new canvas is mounted. */
const patience = 3000
/** New canvases tried before the grid keeps the board. */
const attempts = 4

type Mounting = { host: HTMLElement; look: Look; onLost(): void; onBack(): void; onAbsent(): void }

const mount = ({ host, look, onLost, onBack, onAbsent }: Mounting) => {
  let stage: Stage | null = null
  let ended = false
  const canvas = document.createElement('canvas')
  const lost = (event: Event) => {
    event.preventDefault()
    onLost()
  }
  canvas.addEventListener('webglcontextlost', lost)
  canvas.addEventListener('webglcontextrestored', onBack)
  const ready = (async () => {
    const [pixi] = await Promise.all([
      import('./pixi/stage.tsx'),
      // The numerals are baked once: with the real typeface, if it comes at all.
      document.fonts?.load(`800 40px ${look.font}`).catch(() => undefined),
    ])
    if (ended) return null
    if (!pixi.canDraw()) {
      onAbsent()
      return null
    }
    host.append(canvas)
    stage = await pixi.mountStage(canvas, look)
    if (ended) stage.destroy()
    return ended ? null : stage
  })()
  return {
    ready,
    end() {
      ended = true
      canvas.removeEventListener('webglcontextlost', lost)
      canvas.removeEventListener('webglcontextrestored', onBack)
      canvas.remove()
      stage?.destroy()
    },
  }
}

/** Keeps a Pixi stage mounted in `host`, through StrictMode, resizes, theme changes and lost contexts. */
export const useStage = (
  host: RefObject<HTMLElement | null>,
  look: Look | null,
  scene: BoardScene,
): { drawing: Drawing; touch(tile: number, down: boolean): void } => {
  const [drawing, setDrawing] = useState<Drawing>('waiting')
  const [attempt, setAttempt] = useState(0)
  const stage = useRef<Stage | null>(null)
  const wanted = useRef({ look, scene })
  wanted.current = { look, scene }
  const measured = look !== null

  useEffect(() => {
    const { look: first } = wanted.current
    if (!host.current || !first || !measured) return
    let timer: ReturnType<typeof setTimeout> | null = null
    const calm = () => {
      if (timer !== null) clearTimeout(timer)
      timer = null
    }
    let ended = false
    const absent = () => {
      if (!ended) setDrawing('absent')
    }
    const mounted = mount({
      host: host.current,
      look: first,
      onAbsent: absent,
      onLost: () => {
        setDrawing('waiting')
        calm()
        timer = setTimeout(() => (attempt < attempts ? setAttempt((count) => count + 1) : absent()), patience)
      },
      onBack: () => {
        calm()
        const { look: now } = wanted.current
        if (stage.current && now) stage.current.dress(now)
        setDrawing('drawn')
      },
    })
    mounted.ready
      .then((made) => {
        if (!made) return
        stage.current = made
        const { look: now, scene: shown } = wanted.current
        if (now && now !== first) made.dress(now)
        made.show(shown)
        setDrawing('drawn')
      })
      // Whatever the canvas can't do, the grid can.
      .catch(absent)
    return () => {
      ended = true
      calm()
      stage.current = null
      mounted.end()
      setDrawing('waiting')
    }
  }, [host, attempt, measured])

  const dressed = useRef<Look | null>(null)
  useEffect(() => {
    if (look && dressed.current && dressed.current !== look) stage.current?.dress(look)
    dressed.current = look
  }, [look])
  useEffect(() => {
    stage.current?.show(scene)
  }, [scene])

  return { drawing, touch: (tile, down) => stage.current?.touch(tile, down) }
}
