// npm run screenshots: starts the program with data of its own, plays, and keeps the pictures in docs/screenshots.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, checkNode, install, root } from './prepare.mjs'
import { findChromium } from './test-needs.mjs'

checkNode()
install()
build()
const executablePath = findChromium()
const { chromium } = await import('@playwright/test')

const port = process.env.PORT ?? '8091'
const url = `http://127.0.0.1:${port}`
const data = mkdtempSync(join(tmpdir(), 'minefall-pictures-'))
const pictures = join(root, 'docs/screenshots')
mkdirSync(pictures, { recursive: true })

const server = spawn(process.execPath, ['--single-threaded-gc', 'bff/dist/one-process.js'], {
  cwd: root,
  stdio: 'ignore',
  env: { ...process.env, PORT: port, DATA_DIR: data, PRACTICE_FILL_MS: '1500' },
})
const isReady = () =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, 100))

const browser = await chromium.launch({
  args: [
    '--no-sandbox',
    '--use-gl=angle',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    '--disable-quic',
  ],
  ...(executablePath ? { executablePath } : {}),
})

const sizes = {
  phone: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true },
  desktop: { viewport: { width: 1440, height: 900 } },
}

for (const [size, options] of Object.entries(sizes)) {
  const page = await browser.newPage(options)
  const keep = (name) => page.screenshot({ path: join(pictures, `${name}-${size}.png`) })
  const mine = page.getByRole('timer').filter({ hasText: 'Your turn' })
  const result = page.getByRole('dialog', { name: /You win|Out in|share the pot|Match void|is over/ })

  await page.goto(url)
  await page.getByText('Nobody is playing right now').first().waitFor()
  await keep('home')
  await page.goto(`${url}/games`)
  await page.getByText('5 tables').waitFor()
  await keep('games')
  await page.goto(`${url}/theme-demo`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await keep('themes')
  await page.goto(url)
  await page.getByRole('link', { name: 'Play a trial' }).first().click()
  await page.getByText(/Waiting for \d player/).waitFor()
  await keep('gathering')
  for (let turn = 1; ; turn += 1) {
    await mine.or(result).first().waitFor({ timeout: 120_000 })
    if (await result.isVisible()) break
    if (turn <= 2) await keep(`match-${turn}`)
    await page.locator('[role=gridcell]:not([aria-disabled=true])[aria-label$=", closed"]').last().click()
    await mine.waitFor({ state: 'detached', timeout: 30_000 })
  }
  await keep('result')

  const contact = `mai.${size}@home.example`
  const login = page.getByRole('dialog', { name: 'Log in or register' })
  await page.goto(`${url}/login`)
  await login.getByLabel('Phone or email').fill(contact)
  await login.getByRole('button', { name: 'Send code' }).click()
  await login.getByText(/Again in/).waitFor()
  await keep('login')
  const inbox = await (await fetch(`${url}/dev/inbox`, { headers: { accept: 'application/json' } })).json()
  const code = inbox.find(({ to }) => to === contact).text.slice(0, 6)
  await login.getByLabel('Verification code').fill(code)
  await login.getByRole('button', { name: 'Log in or register' }).click()
  await login.waitFor({ state: 'detached' })
  await page.goto(`${url}/?modal=profile`)
  await page.getByRole('dialog', { name: 'Profile' }).getByText(contact).first().waitFor()
  await keep('profile')

  const sheets = [
    ['vip', 'Level and VIP', 'The levels'],
    ['activities', 'Activities', 'Today'],
    ['invite', 'Invite friends', 'Copy link'],
    ['play', 'Safer play', 'Limits'],
  ]
  for (const [name, title, text] of sheets) {
    await page.goto(`${url}/?modal=${name}`)
    await page.getByRole('dialog', { name: title }).getByText(text).first().waitFor()
    await keep(name)
  }

  const deposit = page.getByRole('dialog')
  const pay = async (method) => {
    await page.goto(`${url}/?modal=deposit`)
    await page.getByLabel('You get').fill('1000')
    await page.getByRole('radio', { name: method }).check({ force: true })
    await keep('deposit')
    await deposit.getByRole('button', { name: 'Review order' }).click()
    await keep('deposit-review')
    await deposit.getByRole('button', { name: /^Place order for / }).click()
  }
  await pay(/^Online checkout/)
  const opened = page.waitForEvent('popup')
  await deposit.getByRole('button', { name: /^Pay \$/ }).click()
  const window = await opened
  await window.getByRole('button', { name: 'Pay' }).click()
  await page.getByRole('heading', { name: 'Coins credited' }).waitFor()
  await keep('deposit-done')
  await window.close()
  await pay(/^Alipay/)
  await page.getByRole('timer').waitFor()
  await keep('deposit-pay')
  await page.goto(`${url}/?modal=wallet`)
  await page.getByRole('list').getByText('+1,000').first().waitFor()
  await keep('wallet')
  await page.close()
}

await browser.close()
server.kill('SIGTERM')
await new Promise((resolve) => server.once('exit', resolve))
rmSync(data, { recursive: true, force: true })
