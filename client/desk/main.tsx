import './styles/index.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { startLive } from './live.ts'
import { queryClient } from './queries.ts'
import { router } from './router.tsx'
import { useSession } from './session.ts'
import { SignIn } from './shell/SignIn.tsx'
import { clearToasts } from './ui/ToastRegion.tsx'

/** One who signed out or whose session ended signs in again where they were: the address stays. */
const Desk = () => {
  const { session, ended } = useSession()
  const token = session?.token
  useEffect(() => {
    if (token === undefined) return
    clearToasts()
    const end = startLive(token)
    return () => {
      end()
      // Nothing that one of staff has read is shown to the next.
      queryClient.clear()
    }
  }, [token])
  if (!session) return <SignIn ended={ended} />
  return <RouterProvider key={session.token} router={router} />
}

const container = document.getElementById('root')
if (!container) throw new Error('the page has no element for the desk')
createRoot(container).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Desk />
    </QueryClientProvider>
  </StrictMode>,
)
