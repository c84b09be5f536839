import { useLocation, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { asking } from '../calls/asking.tsx'
import { addressed } from '../lib/search.ts'
import { closeLogin, loadLogin, onLoginGoOn, useLoginShown } from '../machines/login/index.ts'
import { useSession } from '../machines/session/index.ts'
import { PartBoundary } from './PartBoundary.tsx'

/** The ways into all modals. */
const addressModal = () => import('./AddressModal.tsx')
const AddressModal = lazy(asking(async () => (await addressModal()).AddressModal))

const loginModal = () => import('../features/login/LoginModal.tsx')

const LoginModal = lazy(
  asking(async () => {
    const [{ LoginModal }, { loadNotices }] = await Promise.all([
      loginModal(),
      import('../calls/notices.ts'),
      loadLogin(),
    ])
    await loadNotices()
    return LoginModal
  }),
)

const SignedIn = lazy(asking(async () => (await import('./SignedIn.tsx')).SignedIn))

const GlobalLogin = () => {
  const {
    history,
    options: { context },
  } = useRouter()
  const pathname = useLocation({ select: (location) => location.pathname })
  const isVisible = useLoginShown()
  useEffect(() => onLoginGoOn((path) => history.push(path)), [history])
  if (!isVisible) return null
  const close = () => {
    closeLogin()
    // The login's own address is that of the modal.
    if (pathname === '/login') context.closeModal()
  }
  return <LoginModal onClose={close} />
}

/** Whether the address opens a modal. */
const useAddressed = () =>
  useLocation({ select: ({ pathname, search }) => addressed(pathname, search).modal !== undefined })

/** Closes the login, and what the address opens over Home. */
const useCloseAll = () => {
  const { closeModal } = useRouter().options.context
  const isAtLogin = useLocation({ select: ({ pathname }) => pathname === '/login' })
  const isAddressed = useAddressed()
  return () => {
    closeLogin()
    if (isAtLogin || isAddressed) closeModal()
  }
}

/** Has the code at hand of what a guest's first press may open. */
export const prepareModals = async (isGuest: boolean): Promise<void> => {
  await Promise.all([addressModal(), isGuest && loginModal()])
}

/** Shown over every page, each with its code when it is first needed. */
export const AppModals = () => {
  const userId = useSession(({ context }) => context.user?.id)
  const href = useLocation({ select: (location) => location.href })
  const hasLogin = useLoginShown()
  const isAddressed = useAddressed()
  const closeAll = useCloseAll()
  return (
    <>
      <PartBoundary place={`${href} ${hasLogin}`} onClose={closeAll}>
        <Suspense fallback={null}>
          {isAddressed && <AddressModal />}
          <GlobalLogin />
        </Suspense>
      </PartBoundary>
      {userId && (
        <PartBoundary place={href}>
          <Suspense fallback={null}>
            <SignedIn key={userId} userId={userId} />
          </Suspense>
        </PartBoundary>
      )}
    </>
  )
}
