import { useEffect } from 'react'
import { closeLogin, openLogin } from '../../machines/login/index.ts'
import { Home } from '../home/Home.tsx'

/** `/login`: the login modal over Home. Its guard sends everybody on who is signed in, or has just become so. */
export const LoginScreen = () => {
  useEffect(() => {
    openLogin()
    return closeLogin
  }, [])
  return <Home />
}
