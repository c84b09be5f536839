import { Component, type ReactNode } from 'react'
import { CrashScreen } from './CrashScreen.tsx'

type Props = { children: ReactNode }
type State = { error: unknown; failed: boolean }

/** The last resort around everything: React has no boundary that is a function. */
export class CrashBoundary extends Component<Props, State> {
  override state: State = { error: null, failed: false }

  static getDerivedStateFromError(error: unknown): State {
    return { error, failed: true }
  }

  override render() {
    return this.state.failed ? <CrashScreen error={this.state.error} /> : this.props.children
  }
}
