import 'pixi.js/unsafe-eval'
import type { BoardTints } from '@minefall/shared/theme'
import { Application, extend, useApplication } from '@pixi/react'
import { isWebGLSupported, type Application as PixiApplication, Ticker } from 'pixi.js'
import { Component, type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
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

/** How a board is drawn: where, in which colours, and whether without shake, flash and flip. */
export type Look = { layout: BoardLayout; tints: BoardTints; calm: boolean; font: string }

export type Shown = {
  scene: BoardScene
  look: Look
  /** What happens is played; null where nothing does. */
  facts: Facts | null
}

type Hooks = {
  /** The canvas shows the board. */
  onReady(): void
  /** It cannot: something threw. */
  onFail(error: unknown): void
  onLost(): void
  onBack(): void
}

const sizeOf = ({ layout: { tray, overhang } }: Look) => ({
  width: tray.width + 2 * overhang,
  height: tray.height + 2 * overhang,
})

/** Whether this browser draws WebGL at all. Without it the DOM grid is the board. */
export const canDraw = (): boolean => isWebGLSupported()

type BoardProps = Shown & { view: RefObject<BoardView | null> } & Pick<Hooks, 'onReady' | 'onFail'>

const Board = ({ scene, look, facts, view, onReady, onFail }: BoardProps) => {
  const { app } = useApplication()
  const { layout, tints, calm, font } = look
  const { tile, lift, round, resolution, overhang } = layout
  const atlas = useMemo(
    () => atlasFor({ tile, lift, round }, resolution, font),
    [tile, lift, round, resolution, font],
  )
  useEffect(() => () => atlas.release(), [atlas])
  const hooks = useRef({ onReady, onFail })
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
            app.render()
          } catch (error) {
            hooks.current.onFail(error)
          }
        },
      ),
    [app, view],
  )
  useLayoutEffect(() => () => loop.stop(), [loop])
  useLayoutEffect(() => {
    const { width, height } = sizeOf(look)
    app.renderer.resize(width, height, resolution)
    loop.invalidate()
  }, [app, loop, look, resolution])
  useLayoutEffect(() => {
    const heard = facts?.on('fact', (fact) => view.current?.hear(fact))
    return () => heard?.unsubscribe()
  }, [facts, view])
  useEffect(() => hooks.current.onReady(), [])
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

/**
 * Mounts a canvas in `host` and draws what `shown` answers on it. It has a React root of its own: under StrictMode
 * `<Application>` is left with a destroyed renderer, and only `<Application>` lets go of its canvas when it is unmounted.
 */
export const mountStage = (host: HTMLElement, shown: () => Shown, hooks: Hooks) => {
  const place = document.createElement('div')
  host.append(place)
  const root = createRoot(place)
  const view: RefObject<BoardView | null> = { current: null }
  let ended = false
  const { look } = shown()
  const options = {
    ...sizeOf(look),
    preference: 'webgl',
    autoStart: false,
    sharedTicker: false,
    backgroundAlpha: 0,
    antialias: false,
    autoDensity: true,
    resolution: look.layout.resolution,
    eventFeatures: { move: false, globalMove: false, click: false, wheel: false },
    accessibilityOptions: { activateOnTab: false },
  } as const
  const render = () =>
    root.render(
      <Application {...options} onInit={begin}>
        <Guard onFail={onFail}>
          <Board {...shown()} view={view} onReady={onReady} onFail={onFail} />
        </Guard>
      </Application>,
    )
  let isReady = () => {}
  /** Neither what is shown may change before, nor may it be unmounted: Pixi would be left half alive. */
  const ready = new Promise<void>((resolve) => {
    isReady = resolve
  })
  const onReady = () => ended || hooks.onReady()
  const onFail = (error: unknown) => ended || hooks.onFail(error)
  const begin = ({ canvas }: PixiApplication) => {
    // Pixi's own clock runs even when nothing asks it to; our loop is the only one.
    Ticker.system.autoStart = false
    Ticker.system.stop()
    canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault()
      if (!ended) hooks.onLost()
    })
    canvas.addEventListener('webglcontextrestored', () => {
      if (ended) return
      view.current?.restore()
      hooks.onBack()
    })
    isReady()
  }
  render()
  return {
    /** The board itself, once it is mounted. */
    view,
    /** Draws what is shown by now. */
    render: () =>
      ready.then(() => {
        if (!ended) render()
      }),
    end() {
      ended = true
      place.remove()
      ready.then(() => root.unmount())
    },
  }
}
export type Stage = ReturnType<typeof mountStage>
