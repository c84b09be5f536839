import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { closeLogin, loginActor, useLogin } from '../machines/login/index.ts'
import { useSession } from '../machines/session/index.ts'
import { AddressModal, addressed } from './AddressModal.tsx'
import { PartBoundary } from './PartBoundary.tsx'

const LoginModal = lazy(async () => {
  const [{ LoginModal }, { loadNotices }] = await Promise.all([
    import('../features/login/LoginModal.tsx'),
    import('../lib/notices.ts'),
  ])
  await loadNotices()
  return { default: LoginModal }
})

const PlayReminder = lazy(async () => ({
  default: (await import('../features/safer-play/PlayReminder.tsx')).PlayReminder,
}))

const GlobalLogin = () => {
  const navigate = useNavigate()
  const { history } = useRouter()
  const pathname = useLocation({ select: (location) => location.pathname })
  const isVisible = useLogin((it) => it.hasTag('visible'))
  useEffect(() => {
    const subscription = loginActor.on('login.goOn', ({ path }) => history.push(path))
    return () => subscription.unsubscribe()
  }, [history])
  if (!isVisible) return null
  const close = () => {
    closeLogin()
    // The login's own address is that of the modal.
    if (pathname === '/login') navigate({ to: '/' }).catch(() => undefined)
  }
  return <LoginModal onClose={close} />
}

/** Closes the login, and what the address opens over Home. */
const useCloseAll = () => {
  const navigate = useNavigate()
  const hasAddress = useLocation({
    select: ({ pathname, search }) =>
      pathname === '/login' || addressed(pathname, search).modal !== undefined,
  })
  return () => {
    closeLogin()
    if (hasAddress) navigate({ to: '/', replace: true }).catch(() => undefined)
  }
}

/** Shown over every page, each with its code when it is first needed. */
export const AppModals = () => {
  const userId = useSession(({ context }) => context.user?.id)
  const href = useLocation({ select: (location) => location.href })
  const hasLogin = useLogin((it) => it.hasTag('visible'))
  const closeAll = useCloseAll()
  return (
    <>
      <PartBoundary place={`${href} ${hasLogin}`} onClose={closeAll}>
        <Suspense fallback={null}>
          <AddressModal />
          <GlobalLogin />
        </Suspense>
      </PartBoundary>
      {userId && (
        <PartBoundary place={href}>
          <Suspense fallback={null}>
            <PlayReminder key={userId} userId={userId} />
          </Suspense>
        </PartBoundary>
      )}
    </>
  )
}
