import 'pixi.js/unsafe-eval'
import type { BoardTints } from '@minefall/shared/theme'
import { createRoot, extend, type PixiReactElementProps } from '@pixi/react'
import { type Application, Container, isWebGLSupported, Ticker } from 'pixi.js'
import type { BoardLayout } from '../layout/layout.ts'
import { diff } from '../model/effects.ts'
import type { BoardScene } from '../model/scene.ts'
import { type Atlas, bakeAtlas } from './atlas.ts'
import { BoardView } from './BoardView.ts'
import { createRenderLoop, type RenderLoop } from './render-loop.ts'

declare module '@pixi/react' {
  interface PixiElements {
    pixiBoardView: PixiReactElementProps<typeof BoardView>
  }
}

/** How a board is drawn: where, in which colours, and whether without shake, flash and flip. */
export type Look = { layout: BoardLayout; tints: BoardTints; calm: boolean; font: string }

export type Stage = {
  show(scene: BoardScene): void
  touch(tile: number, down: boolean): void
  dress(look: Look): void
  /** Frames drawn so far, for tests of idleness. */
  frames(): number
  destroy(): void
}

/** Whether this browser draws WebGL at all. Without it the DOM grid is the board. */
export const canDraw = (): boolean => isWebGLSupported()

type Parts = { app: Application; view: BoardView; loop: RenderLoop }

/**
 * Mounts Pixi on a canvas that nothing has drawn on yet. `createRoot` is used because `<Application>` leaves a
 * destroyed renderer behind under StrictMode; the returned promise settles when the first frame can be drawn.
 */
export const mountStage = async (canvas: HTMLCanvasElement, look: Look): Promise<Stage> => {
  extend({ Container, BoardView })
  const root = createRoot(canvas)
  let drawn = 0
  let current: Look = look
  let atlas: Atlas | null = null
  let scene: BoardScene | null = null
  const size = ({ layout }: Look) => ({
    width: layout.tray.width + 2 * layout.overhang,
    height: layout.tray.height + 2 * layout.overhang,
  })

  let leave = () => {}
  const left = new Promise<void>((resolve) => {
    leave = resolve
  })
  const parts = await new Promise<Parts>((resolve, reject) => {
    let view: BoardView | null = null
    const layers = (
      <pixiContainer label="stage">
        <pixiContainer label="board">
          <pixiBoardView
            ref={(mounted: BoardView | null) => {
              if (!mounted) leave()
              if (!mounted || view) return
              view = mounted
              begin()
            }}
          />
        </pixiContainer>
      </pixiContainer>
    )
    let app: Application | null = null
    const begin = () => {
      if (!app || !view) return
      const [ready, board] = [app, view]
      const loop = createRenderLoop(
        {
          request: (draw) => requestAnimationFrame(draw),
          cancel: (handle) => cancelAnimationFrame(handle),
        },
        (elapsed) => {
          drawn += 1
          board.advance(elapsed)
          ready.render()
        },
      )
      resolve({ app: ready, view: board, loop })
    }
    const options = {
      ...size(look),
      preference: 'webgl',
      autoStart: false,
      sharedTicker: false,
      backgroundAlpha: 0,
      antialias: false,
      autoDensity: true,
      resolution: look.layout.resolution,
      eventFeatures: { move: false, globalMove: false, click: false, wheel: false },
      accessibilityOptions: { activateOnTab: false },
    }
    root.render(layers, options).then((made: Application) => {
      // Pixi's own clock runs even when nothing asks it to; our loop is the only one.
      Ticker.system.autoStart = false
      Ticker.system.stop()
      app = made
      begin()
    }, reject)
  })
  const { app, view, loop } = parts

  const dress = (next: Look, first: boolean) => {
    const before = current
    current = next
    const { width, height } = size(next)
    app.renderer.resize(width, height, next.layout.resolution)
    const measured =
      first ||
      before.layout.tile !== next.layout.tile ||
      before.layout.resolution !== next.layout.resolution ||
      before.font !== next.font
    const old = atlas
    if (measured || !atlas) atlas = bakeAtlas(next.layout, next.layout.resolution, next.font)
    // The layer of the board; the view itself is shaken about its own place.
    view.parent?.position.set(next.layout.overhang)
    view.dress({ atlas, layout: next.layout, tints: next.tints, loop, calm: next.calm })
    if (old && old !== atlas) old.release()
  }
  dress(look, true)

  return {
    show(next) {
      const effects = diff(scene, next)
      scene = next
      view.apply({ scene: next, effects })
    },
    touch: (tile, down) => view.touch(tile, down),
    dress: (next) => dress(next, false),
    frames: () => drawn,
    destroy() {
      loop.stop()
      root.render(null, {})
      // React's layers go first, then the renderer under them; the other order leaves a renderer half alive.
      left.then(() => {
        app.destroy({ removeView: true }, { children: true })
        atlas?.release()
      })
    },
  }
}
