import { Component, lazy, type ReactNode, Suspense } from 'react'
import { CrashScreen } from './CrashScreen.tsx'

const ToastRegion = lazy(async () => ({ default: (await import('../ui/ToastRegion.tsx')).ToastRegion }))

type Props = { children: ReactNode }
type State = { error: unknown; failed: boolean }

/** The last resort around everything: React has no boundary that is a function. */
export class CrashBoundary extends Component<Props, State> {
  override state: State = { error: null, failed: false }

  static getDerivedStateFromError(error: unknown): State {
    return { error, failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <>
        <CrashScreen error={this.state.error} />
        <Suspense fallback={null}>
          <ToastRegion />
        </Suspense>
      </>
    )
  }
}
