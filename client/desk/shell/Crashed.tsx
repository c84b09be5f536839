import { Problem } from '../ui/Waiting.tsx'

/** In the place of a page that broke, or whose code did not come. The rail and what is live go on. */
export const Crashed = ({ error }: { error: unknown }) => (
  <Problem error={error} onRetry={() => window.location.reload()} />
)
