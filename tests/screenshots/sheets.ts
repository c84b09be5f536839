import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { usableLanguages } from '@minefall/shared/languages'
import type { Browser } from '@playwright/test'

const pictures = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.webp')).sort()

const dataUrl = async (folder: string, name: string): Promise<string> =>
  `data:image/webp;base64,${(await readFile(join(folder, name))).toString('base64')}`

/** What a picture's name ends with → columns of the contact sheet, and how wide a picture is on it, in CSS pixels. */
const sheets: Readonly<Record<string, readonly [number, number]>> = {
  phone: [8, 240],
  tablet: [6, 320],
  desktop: [4, 480],
  ...Object.fromEntries(usableLanguages.map(({ id }) => [`phone-${id}`, [8, 240] as const])),
}

/** All pictures of one size or language in `folder` as one, `sheet-<its name>.jpg`, each above its name. */
export const makeSheets = async (browser: Browser, folder: string): Promise<void> => {
  for (const [view, [columns, width]] of Object.entries(sheets)) {
    const names = (await pictures(folder)).filter((name) => name.endsWith(`-${view}.webp`))
    if (names.length === 0) continue
    const page = await browser.newPage({ viewport: { width: columns * (width + 16), height: 800 } })
    const figures = await Promise.all(
      names.map(
        async (name) =>
          `<figure><img src="${await dataUrl(folder, name)}"><figcaption>${name}</figcaption></figure>`,
      ),
    )
    await page.setContent(
      `<style>body{margin:0;display:grid;grid-template-columns:repeat(${columns},${width}px);gap:16px;font:12px sans-serif}
       figure{margin:0}img{width:100%;display:block}</style>${figures.join('')}`,
    )
    await page.screenshot({
      path: join(folder, `sheet-${view}.jpg`),
      type: 'jpeg',
      quality: 80,
      fullPage: true,
    })
    await page.close()
  }
}

/** The share of pixels that differ by more than a sixteenth in some color; 1 where the sizes differ. */
const differingShare = async ([before, after]: readonly [string, string]): Promise<number> => {
  const pixels = async (source: string) => {
    const image = new Image()
    image.src = source
    await image.decode()
    const canvas = new OffscreenCanvas(image.width, image.height)
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0)
    return context?.getImageData(0, 0, image.width, image.height)
  }
  const [one, other] = [await pixels(before), await pixels(after)]
  if (!one || !other || one.width !== other.width || one.height !== other.height) return 1
  let differing = 0
  for (let at = 0; at < one.data.length; at += 4)
    if ([0, 1, 2].some((color) => Math.abs((one.data[at + color] ?? 0) - (other.data[at + color] ?? 0)) > 16))
      differing += 1
  return differing / (one.width * one.height)
}

/** A move, a name or a clock makes less difference than this from run to run. */
const unseen = 0.0005

/**
 * Holds the pictures in `after` against those of the same name in `before`: a line for each that came, went or differs,
 * and `differences.html` in `after`, which shows the pairs, the most different first.
 */
export const compare = async (browser: Browser, before: string, after: string): Promise<void> => {
  const [old, now] = [await pictures(before), await pictures(after)]
  for (const name of old.filter((each) => !now.includes(each))) console.log(`gone       ${name}`)
  for (const name of now.filter((each) => !old.includes(each))) console.log(`new        ${name}`)
  const page = await browser.newPage()
  const pairs: { name: string; share: number; sources: [string, string] }[] = []
  for (const name of now.filter((each) => old.includes(each))) {
    const sources: [string, string] = [await dataUrl(before, name), await dataUrl(after, name)]
    const share = await page.evaluate(differingShare, sources)
    if (share > unseen) pairs.push({ name, share, sources })
  }
  await page.close()
  pairs.sort((one, other) => other.share - one.share)
  for (const { name, share } of pairs) console.log(`${(100 * share).toFixed(2).padStart(6)} %   ${name}`)
  const shown = pairs.map(
    ({ name, sources: [left, right] }) =>
      `<h2>${name}</h2><img src="${left}" alt="before"> <img src="${right}" alt="after">`,
  )
  const file = join(after, 'differences.html')
  await writeFile(
    file,
    `<!doctype html><meta charset="utf-8"><style>img{max-width:48vw;vertical-align:top}</style>${shown.join('\n')}`,
  )
  console.log(`${pairs.length} of ${now.length} pictures differ: ${file}`)
}
