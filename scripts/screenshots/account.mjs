// The way in, and what an account shows besides its coins.
import { settled } from './camera.mjs'

const sheets = [
  ['vip', 'Level and VIP', 'The levels'],
  ['activities', 'Activities', 'Today'],
  ['invite', 'Invite friends', 'Copy link'],
  ['play', 'Safer play', 'Limits'],
]

/** The code of the newest message to a contact. */
const codeTo = async (url, contact) => {
  const inbox = await (await fetch(`${url}/dev/inbox`, { headers: { accept: 'application/json' } })).json()
  return inbox.find(({ to }) => to === contact).text.slice(0, 6)
}

const logIn = async ({ page, url, keep }, contact) => {
  const login = page.getByRole('dialog', { name: 'Log in or register' })
  await page.goto(`${url}/login`)
  await login.getByLabel('Phone or email').fill(contact)
  await login.getByRole('button', { name: 'Send code' }).click()
  await login.getByText(/Again in/).waitFor()
  await keep('login')
  await login.getByLabel('Verification code').fill(await codeTo(url, contact))
  await login.getByRole('button', { name: 'Log in or register' }).click()
  await login.waitFor({ state: 'detached' })
}

/** A private table of one's own, before anybody sits. */
const showDoor = async ({ page, url, keep }) => {
  const said = await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${localStorage.auth_token}` }
    const body = JSON.stringify({ adult: true, residence: 'MY' })
    return (await fetch('/api/user/play/adult', { method: 'POST', headers, body })).json()
  })
  if (said.data === null) throw new Error(`Nobody is taken for an adult: ${said.msg}`)
  await page.goto(`${url}/games`)
  await page.getByRole('button', { name: /^Private table, .*Duel/ }).click()
  await page.getByRole('button', { name: 'Make the table' }).click()
  await page.getByRole('button', { name: /^Sit down for / }).waitFor()
  await keep('table-door')
}

export const showAccount = async (tour) => {
  const { page, url, size, keep } = tour
  const contact = `mai.${size}@home.example`
  await logIn(tour, contact)
  await page.goto(`${url}/?modal=profile`)
  await page.getByRole('dialog', { name: 'Profile' }).getByText(contact).first().waitFor()
  await keep('profile')
  for (const [name, title, text] of sheets) {
    await page.goto(`${url}/?modal=${name}`)
    await page.getByRole('dialog', { name: title }).getByText(text).first().waitFor()
    await settled(page)
    await keep(name)
  }
  await page.goto(`${url}/?modal=history`)
  await page.getByRole('dialog', { name: 'Game history' }).waitFor()
  await settled(page)
  await keep('history')
  await showDoor(tour)
}
