import { Outlet } from '@tanstack/react-router'
import { AppModals } from './AppModals.tsx'

/** What every route stands in, and the modals over all of them. */
export const RootScreen = () => (
  <>
    <Outlet />
    <AppModals />
  </>
)
