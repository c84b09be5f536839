import { Component, type ReactNode } from 'react'
import { MissingPartPanel } from '../features/panels/MissingPartPanel.tsx'
import { isMissingPart } from './missing-part.ts'

type Props = {
  children: ReactNode
  /** Where the player is: elsewhere another part is asked for. */
  place: string
}
type State = { failed: boolean; error: unknown }

/** Around what is shown over the page: a part of it that can't be fetched is told, and the page stays. */
export class PartBoundary extends Component<Props, State> {
  override state: State = { failed: false, error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { failed: true, error }
  }

  override componentDidUpdate({ place }: Props) {
    if (this.state.failed && place !== this.props.place) this.setState({ failed: false, error: null })
  }

  override render() {
    const { failed, error } = this.state
    if (!failed) return this.props.children
    if (!isMissingPart(error)) throw error
    return <MissingPartPanel />
  }
}
