import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { closeLogin, loginActor, openLogin, useLogin } from '../machines/login/index.ts'
import { useSession } from '../machines/session/index.ts'
import { formatQuery } from './query-string.ts'
import { type HomeSearch, parseHomeSearch } from './search.ts'

const LoginModal = lazy(async () => {
  const [{ LoginModal }, { loadNotices }] = await Promise.all([
    import('../features/login/LoginModal.tsx'),
    import('../lib/notices.ts'),
  ])
  await loadNotices()
  return { default: LoginModal }
})
const HistoryModal = lazy(async () => ({
  default: (await import('../features/history/HistoryModal.tsx')).HistoryModal,
}))
const LoginRequiredPanel = lazy(async () => ({
  default: (await import('../features/panels/LoginRequiredPanel.tsx')).LoginRequiredPanel,
}))
const ProfileModal = lazy(async () => ({
  default: (await import('../features/profile/ProfileModal.tsx')).ProfileModal,
}))
const WalletModal = lazy(async () => ({
  default: (await import('../features/wallet/WalletModal.tsx')).WalletModal,
}))

/** What an address opens over Home; the profile has a test page of its own too. */
const addressed = (pathname: string, search: Record<string, unknown>): HomeSearch => {
  if (pathname === '/') return parseHomeSearch(search)
  return pathname === '/test/profile-modal' ? parseHomeSearch({ ...search, modal: 'profile' }) : {}
}

/** The modal the address names: for guests the panel that asks them to log in, with the address pending. */
const AddressModal = () => {
  const navigate = useNavigate()
  const { history } = useRouter()
  const { pathname, search, href } = useLocation()
  const isSignedIn = useSession((session) => session.hasTag('signedIn'))
  const { modal, tab, asset } = addressed(pathname, search)
  if (!modal) return null
  const home = () => {
    navigate({ to: '/', replace: true }).catch(() => undefined)
  }
  if (!isSignedIn)
    return (
      <LoginRequiredPanel
        open
        wanted={{ modal }}
        onClose={home}
        onLogin={() => {
          home()
          openLogin(href)
        }}
      />
    )
  if (modal === 'history')
    return (
      <HistoryModal
        asset={asset ?? null}
        onAsset={(next) => history.replace(`${pathname}${formatQuery({ modal, asset: next })}`)}
        onClose={home}
      />
    )
  if (modal === 'wallet') return <WalletModal onClose={home} />
  if (modal !== 'profile') return null
  return (
    <ProfileModal
      tab={tab}
      onTab={(next) => history.replace(`${pathname}${formatQuery({ ...search, tab: next })}`)}
      onClose={home}
    />
  )
}

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

/** Shown over every page, each with its code when it is first needed. */
export const AppModals = () => (
  <Suspense fallback={null}>
    <AddressModal />
    <GlobalLogin />
  </Suspense>
)
