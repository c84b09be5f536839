import { Component, type ReactNode } from 'react'
import { MissingPartPanel } from '../features/panels/MissingPartPanel.tsx'
import { isMissingPart } from '../lib/missing-part.ts'

/**
 * Vite raises `vite:preloadError` when a chunk cannot be loaded and rethrows unless someone handles it. Told on as
 * `minefall:chunk-failed`, which a part of the page may handle with `preventDefault()`; otherwise it is rethrown and
 * the nearest boundary shows it.
 */
export const chunkFailed = 'minefall:chunk-failed'

export const watchChunkLoads = (target: EventTarget = window): void => {
  target.addEventListener('vite:preloadError', (event) => {
    const told = new CustomEvent(chunkFailed, {
      cancelable: true,
      detail: 'payload' in event ? event.payload : null,
    })
    if (!target.dispatchEvent(told)) event.preventDefault()
  })
}

type Props = {
  children: ReactNode
  /** Where the player is: elsewhere another part is asked for. */
  place: string
  /** What told of it was closed; what was asked for is to be closed with it. */
  onClose?: (() => void) | undefined
}
type State = { failed: boolean; closed: boolean; error: unknown }

const fine: State = { failed: false, closed: false, error: null }

/** Around what is shown over the page: a part of it that can't be fetched is reported, and the page stays. */
export class PartBoundary extends Component<Props, State> {
  override state = fine

  static getDerivedStateFromError(error: unknown): State {
    return { failed: true, closed: false, error }
  }

  override componentDidUpdate({ place }: Props) {
    if (this.state.failed && place !== this.props.place) this.setState(fine)
  }

  close = () => {
    this.setState({ closed: true })
    this.props.onClose?.()
  }

  override render() {
    const { failed, closed, error } = this.state
    if (!failed) return this.props.children
    if (!isMissingPart(error)) throw error
    return closed ? null : <MissingPartPanel onClose={this.close} />
  }
}
