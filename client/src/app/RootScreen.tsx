import { Outlet } from '@tanstack/react-router'

/** What every route stands in. */
export const RootScreen = () => <Outlet />
