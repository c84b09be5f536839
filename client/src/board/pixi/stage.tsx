import 'pixi.js/unsafe-eval'
import type { BoardTints } from '@minefall/shared/theme'
import { Application, extend, useApplication } from '@pixi/react'
import {
  extensions,
  GlLimitsSystem,
  isWebGLSupported,
  type Application as PixiApplication,
  Ticker,
} from 'pixi.js'
import { Component, type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo } from 'react'
import { createRoot } from 'react-dom/client'
import type { Facts } from '../../machines/match/facts.ts'
import type { BoardLayout } from '../layout/layout.ts'
import type { BoardScene } from '../model/scene.ts'
import { atlasFor } from './atlas.ts'
import { BoardView, type Dress } from './BoardView.ts'
import { createRenderLoop } from './render-loop.ts'

declare module '@pixi/react' {
  interface PixiElements {
    pixiBoardView: Pick<BoardView, 'x' | 'y'> & {
      ref: RefObject<BoardView | null>
      dress: Dress
      scene: BoardScene
    }
  }
}
extend({ BoardView })

/**
 * What every WebGL has. Pixi's own limits compile smaller and smaller shaders until one is taken: on a context lost as
 * soon as it is made that never ends, and the page hangs. All sprites of a board are cut from one page: a shader that
 * chooses among more textures costs each pixel several times as much.
 */
class LeastLimits {
  static readonly extension = GlLimitsSystem.extension
  readonly maxTextures = 8
  readonly maxBatchableTextures = 1
  readonly maxUniformBindings = 24
  destroy() {}
}
extensions.remove(GlLimitsSystem)
extensions.add(LeastLimits)

/** How a board is drawn: where, in which colors, and whether without shake, flash and flip. */
export type Look = { layout: BoardLayout; tints: BoardTints; calm: boolean; font: string }

export type StageProps = {
  scene: BoardScene
  look: Look
  /** What happens is played; without, scenes are only shown. */
  facts: Facts | undefined
}

type Hooks = {
  /** The canvas shows the board. */
  onReady(): void
  /** It cannot: something threw. */
  onFail(error: unknown): void
  onLost(): void
  onBack(): void
}

/** Whether this browser draws WebGL at all. Without it the DOM grid is the board. */
export const canDraw = (): boolean => isWebGLSupported()

const isContextLost = (canvas: HTMLCanvasElement | null) =>
  (canvas?.getContext('webgl2') ?? canvas?.getContext('webgl'))?.isContextLost() !== false

type BoardProps = StageProps & { view: RefObject<BoardView | null>; hooks: Hooks }

const Board = ({ scene, look, facts, view, hooks: { onReady, onFail, onLost, onBack } }: BoardProps) => {
  const { app } = useApplication()
  const { layout, tints, calm, font } = look
  const { tile, lift, round, resolution, overhang } = layout
  const atlas = useMemo(
    () => atlasFor({ tile, lift, round }, resolution, font),
    [tile, lift, round, resolution, font],
  )
  useEffect(() => () => atlas.release(), [atlas])
  const loop = useMemo(
    () =>
      createRenderLoop(
        {
          request: (draw) => requestAnimationFrame(draw),
          cancel: (handle) => cancelAnimationFrame(handle),
        },
        (elapsed) => {
          try {
            view.current?.advance(elapsed)
            if (!isContextLost(app.canvas)) app.render()
          } catch (error) {
            onFail(error)
          }
        },
      ),
    [app, view, onFail],
  )
  useLayoutEffect(() => () => loop.stop(), [loop])
  useLayoutEffect(() => {
    const { tray } = layout
    app.renderer.resize(tray.width + 2 * overhang, tray.height + 2 * overhang, resolution)
    loop.invalidate()
  }, [app, loop, layout, overhang, resolution])
  useLayoutEffect(() => {
    const heard = facts?.on('fact', (fact) => view.current?.hear(fact))
    return () => heard?.unsubscribe()
  }, [facts, view])
  useLayoutEffect(() => {
    const ended = new AbortController()
    const { signal } = ended
    app.canvas.addEventListener('webglcontextlost', onLost, { signal })
    const back = () => {
      view.current?.restore()
      onBack()
    }
    app.canvas.addEventListener('webglcontextrestored', back, { signal })
    // What was lost before this listened is heard of by no event.
    if (isContextLost(app.canvas)) onLost()
    else onReady()
    return () => ended.abort()
  }, [app, view, onReady, onLost, onBack])
  const dress = useMemo(() => ({ atlas, layout, tints, loop, calm }), [atlas, layout, tints, loop, calm])
  return <pixiBoardView ref={view} x={overhang} y={overhang} dress={dress} scene={scene} />
}

/** Takes what is thrown on the canvas's side of React, which the page's own boundaries never see. */
class Guard extends Component<{ onFail(error: unknown): void; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override componentDidCatch(error: unknown) {
    this.props.onFail(error)
  }
  override render() {
    return this.state.failed ? null : this.props.children
  }
}

const options = {
  preference: 'webgl',
  autoStart: false,
  sharedTicker: false,
  backgroundAlpha: 0,
  antialias: false,
  autoDensity: true,
  // What a board leaves in graphics memory is freed when it goes: see `end`.
  gcMaxUnusedTime: 0,
  eventFeatures: { move: false, globalMove: false, click: false, wheel: false },
  accessibilityOptions: { activateOnTab: false },
} as const

/**
 * A canvas with its own renderer and React root: under StrictMode `<Application>` is left with a destroyed
 * renderer, and only `<Application>` lets go of its canvas when it is unmounted.
 */
const openCanvas = () => {
  const place = document.createElement('div')
  const root = createRoot(place)
  /** Neither may a board be drawn before, nor may it be closed: Pixi would be left half alive. */
  const ready = new Promise<PixiApplication>((resolve) => {
    root.render(<Application {...options} onInit={resolve} />)
  })
  // Pixi's own clock runs even when nothing asks it to; a board's loop is the only one.
  ready.then(() => {
    Ticker.system.autoStart = false
    Ticker.system.stop()
  })
  return {
    place,
    ready,
    draw: (board: ReactNode) => root.render(<Application {...options}>{board}</Application>),
    close: () => root.unmount(),
    isLost: () => isContextLost(place.querySelector('canvas')),
  }
}
type Canvas = ReturnType<typeof openCanvas>

/**
 * The canvas of the board before, kept for the next one: a context and its shaders cost more than a board does, and
 * Pixi's shared textures remember every renderer that drew with them.
 */
let resting: Canvas | null = null
let boards = 0

const takeCanvas = (): Canvas => {
  const kept = resting
  resting = null
  if (kept && !kept.isLost()) return kept
  kept?.close()
  return openCanvas()
}

/** Draws what `shown` answers on a canvas in `host`. */
export const mountStage = (host: HTMLElement, shown: () => StageProps, hooks: Hooks) => {
  const canvas = takeCanvas()
  host.append(canvas.place)
  boards += 1
  const key = boards
  const view: RefObject<BoardView | null> = { current: null }
  let ended = false
  let failed = false
  const onFail = (error: unknown) => {
    failed = true
    if (!ended) hooks.onFail(error)
  }
  const told = { ...hooks, onFail }
  /** Draws what is shown by now. */
  const draw = () => {
    canvas.ready
      .then(() => {
        if (ended) return
        canvas.draw(
          <Guard key={key} onFail={onFail}>
            <Board {...shown()} view={view} hooks={told} />
          </Guard>,
        )
      })
      .catch(onFail)
  }
  draw()
  return {
    /** The board once it is drawn, for a new scene in the same look. */
    view,
    draw,
    fail: onFail,
    touch: (tile: number, down: boolean) => view.current?.touch(tile, down),
    async end() {
      ended = true
      canvas.place.remove()
      const app = await canvas.ready
      if (failed || resting || canvas.isLost()) {
        canvas.close()
        return
      }
      canvas.draw(null)
      // An unseen canvas needs no memory. Pixi's collector waits for Pixi's clock, and destroyed sparks leave it a buffer.
      app.renderer.resize(1, 1)
      app.renderer.gc.run()
      resting = canvas
    },
  }
}
export type Stage = ReturnType<typeof mountStage>
