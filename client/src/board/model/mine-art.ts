/** The drawing of a mine in a box of 64, as SVG and canvas both take it. */
export const minePaths = {
  studs: 'M32 9v8M32 49v8M8 33h8M48 33h8M15.5 16.5l5 5M43.5 44.5l5 5M48.5 16.5l-5 5M20.5 44.5l-5 5',
  crack: 'M35 16l-4 9 6 6-6 6 5 5-3 8',
  splits: 'M37 31l8-2M31 37l-8 3',
} as const

export const mineColors = { body: '#140e0f', rim: '#4a3234', shine: '#ffd9cb', heat: '#ff7a4a' } as const
