import type { ReactNode } from 'react'

/** Round animals for people, robots for practice opponents; each drawn in a box of 64, lit from the left. */
const drawings = {
  fox: (
    <>
      <path d="M11 12l14 9h14l14-9 2 21q-3 15-23 24Q12 48 9 33z" fill="#F0853A" />
      <path d="M32 21h7l14-9 2 21q-3 15-23 24z" opacity=".2" />
      <path d="M9 33q10 2 17 11l6 13Q12 48 9 33zM55 33q-10 2-17 11l-6 13q20-9 23-24z" fill="#FFF1E0" />
      <path d="M55 33q-10 2-17 11l-6 13q20-9 23-24z" opacity=".12" />
      <circle cx="23" cy="34" r="3.2" />
      <circle cx="41" cy="34" r="3.2" />
      <path d="M27.5 50h9L32 56z" />
    </>
  ),
  cat: (
    <>
      <path d="M12 10l13 9h14l13-9 3 24q0 22-23 22T9 34z" fill="#5DC8B4" />
      <path d="M32 19h7l13-9 3 24q0 22-23 22z" opacity=".2" />
      <ellipse cx="22.5" cy="34" rx="4.5" ry="5.5" fill="#FFF6DC" />
      <ellipse cx="41.5" cy="34" rx="4.5" ry="5.5" fill="#FFF6DC" />
      <ellipse cx="22.5" cy="34" rx="1.8" ry="5" />
      <ellipse cx="41.5" cy="34" rx="1.8" ry="5" />
      <path d="M29 43h6l-3 3.5z" fill="#FF8C8C" />
    </>
  ),
  bear: (
    <>
      <circle cx="15" cy="18" r="8.5" fill="#A8713F" />
      <circle cx="49" cy="18" r="8.5" fill="#8C5C32" />
      <path d="M32 11c15 0 23 10 23 23S46 56 32 56 9 47 9 34 17 11 32 11z" fill="#B97D47" />
      <path d="M32 11c15 0 23 10 23 23S46 56 32 56z" opacity=".2" />
      <ellipse cx="32" cy="44" rx="11" ry="9" fill="#F5DFC4" />
      <path d="M26.5 40h11L32 45.5z" />
      <circle cx="21.5" cy="31" r="3" />
      <circle cx="42.5" cy="31" r="3" />
    </>
  ),
  owl: (
    <>
      <path d="M10 11q10 6 22 6t22-6q3 12 1 24-3 21-23 21T9 35Q7 23 10 11z" fill="#8F74DE" />
      <path d="M32 17q12 0 22-6 3 12 1 24-3 21-23 21z" opacity=".22" />
      <circle cx="22" cy="33" r="9.5" fill="#FFF6DC" />
      <circle cx="42" cy="33" r="9.5" fill="#EDE2C6" />
      <circle cx="23" cy="33" r="4.5" />
      <circle cx="41" cy="33" r="4.5" />
      <path d="M32 38l4.5 6-4.5 6-4.5-6z" fill="#FFB938" />
    </>
  ),
  rabbit: (
    <>
      <ellipse cx="22" cy="13" rx="6.5" ry="15" fill="#F0E2D8" transform="rotate(-8 22 13)" />
      <ellipse cx="42" cy="13" rx="6.5" ry="15" fill="#D3C3B9" transform="rotate(8 42 13)" />
      <ellipse cx="22" cy="14" rx="2.8" ry="10" fill="#F29DAE" transform="rotate(-8 22 14)" />
      <ellipse cx="42" cy="14" rx="2.8" ry="10" fill="#D98799" transform="rotate(8 42 14)" />
      <path d="M32 20c14 0 22 8 22 18S46 56 32 56 10 48 10 38s8-18 22-18z" fill="#F0E2D8" />
      <path d="M32 20c14 0 22 8 22 18S46 56 32 56z" opacity=".16" />
      <circle cx="22" cy="35" r="3.2" />
      <circle cx="42" cy="35" r="3.2" />
      <path d="M28.5 42h7L32 46z" fill="#E8728A" />
      <path d="M29 48.5h6v4.5h-6z" fill="#fff" />
    </>
  ),
  panda: (
    <>
      <circle cx="14" cy="17" r="9" fill="#2E333B" />
      <circle cx="50" cy="17" r="9" fill="#23272E" />
      <path d="M32 11c15 0 23 10 23 23S46 56 32 56 9 47 9 34 17 11 32 11z" fill="#F4F1EA" />
      <path d="M32 11c15 0 23 10 23 23S46 56 32 56z" opacity=".14" />
      <ellipse cx="21" cy="33" rx="6.5" ry="8" fill="#2E333B" transform="rotate(24 21 33)" />
      <ellipse cx="43" cy="33" rx="6.5" ry="8" fill="#23272E" transform="rotate(-24 43 33)" />
      <circle cx="22.5" cy="32" r="2.6" fill="#fff" />
      <circle cx="41.5" cy="32" r="2.6" fill="#fff" />
      <path d="M27.5 42h9L32 46.5z" />
      <path d="M27 49q5 3.5 10 0" fill="none" stroke="#23272E" strokeWidth="2.4" strokeLinecap="round" />
    </>
  ),
  frog: (
    <>
      <circle cx="19" cy="20" r="10" fill="#79C85A" />
      <circle cx="45" cy="20" r="10" fill="#62AC47" />
      <path d="M32 18c16 0 24 8 24 18S46 55 32 55 8 46 8 36s8-18 24-18z" fill="#79C85A" />
      <path d="M32 18c16 0 24 8 24 18S46 55 32 55z" opacity=".18" />
      <circle cx="19" cy="20" r="6" fill="#FFF6DC" />
      <circle cx="45" cy="20" r="6" fill="#FFF6DC" />
      <circle cx="20" cy="20" r="3" />
      <circle cx="44" cy="20" r="3" />
      <path d="M19 40q13 8 26 0" fill="none" stroke="#1c2a16" strokeWidth="3" strokeLinecap="round" />
    </>
  ),
  penguin: (
    <>
      <path d="M32 9c15 0 23 11 23 24S46 57 32 57 9 46 9 33 17 9 32 9z" fill="#4A6C9B" />
      <path d="M32 25c3-6 18-5 18 9 0 13-8 21-18 21s-18-8-18-21c0-14 15-15 18-9z" fill="#FFF9EC" />
      <path d="M32 9c15 0 23 11 23 24S46 57 32 57z" opacity=".18" />
      <circle cx="23" cy="33" r="3.2" />
      <circle cx="41" cy="33" r="3.2" />
      <path d="M25.5 40.5h13L32 48z" fill="#FF9F38" />
      <path d="M32 40.5h6.5L32 48z" opacity=".2" />
    </>
  ),
  'robot-1': (
    <>
      <path d="M32 5v8" stroke="#8C96A3" strokeWidth="3" />
      <circle cx="32" cy="6" r="3.5" fill="#C79BFF" />
      <rect x="9" y="14" width="46" height="40" rx="12" fill="#AEB8C4" />
      <path d="M32 14h11a12 12 0 0 1 12 12v16a12 12 0 0 1-12 12H32z" opacity=".2" />
      <rect x="15" y="24" width="34" height="17" rx="8.5" fill="#20242B" />
      <circle cx="24.5" cy="32.5" r="4" fill="#C79BFF" />
      <circle cx="39.5" cy="32.5" r="4" fill="#C79BFF" />
      <path d="M25 47.5h14" stroke="#20242B" strokeWidth="3" strokeLinecap="round" />
    </>
  ),
  'robot-2': (
    <>
      <path d="M32 5v8" stroke="#8C96A3" strokeWidth="3" />
      <circle cx="32" cy="6" r="3.5" fill="#6FD67E" />
      <path d="M20 13h24l12 14-6 27H14L8 27z" fill="#B5B09F" />
      <path d="M32 13h12l12 14-6 27H32z" opacity=".2" />
      <rect x="16" y="26" width="32" height="13" rx="4" fill="#20242B" />
      <path d="M21 32.5h7M36 32.5h7" stroke="#6FD67E" strokeWidth="4" strokeLinecap="round" />
      <path d="M24 46.5h16" stroke="#20242B" strokeWidth="3" strokeLinecap="round" strokeDasharray="3 5" />
    </>
  ),
  'robot-3': (
    <>
      <path d="M12 24H7v14h5M52 24h5v14h-5" fill="#7D96A0" />
      <path d="M32 9c13 0 22 9 22 23v22H10V32C10 18 19 9 32 9z" fill="#A3C2C9" />
      <path d="M32 9c13 0 22 9 22 23v22H32z" opacity=".2" />
      <circle cx="32" cy="32" r="12" fill="#20242B" />
      <circle cx="32" cy="32" r="6" fill="#5FD9EA" />
      <circle cx="30" cy="30" r="2" fill="#fff" />
      <path d="M22 49h20" stroke="#20242B" strokeWidth="3" strokeLinecap="round" strokeDasharray="1 6" />
    </>
  ),
  'robot-4': (
    <>
      <path d="M20 6l5 9M44 6l-5 9" stroke="#9A8C7E" strokeWidth="3" strokeLinecap="round" />
      <circle cx="19" cy="6" r="3" fill="#FFB938" />
      <circle cx="45" cy="6" r="3" fill="#FFB938" />
      <path d="M14 14h36l6 20-10 20H18L8 34z" fill="#C9AF95" />
      <path d="M32 14h18l6 20-10 20H32z" opacity=".2" />
      <path d="M15 25h34l-3 14H18z" fill="#20242B" />
      <path
        d="M21 33l4-4 4 4M35 33l4-4 4 4"
        fill="none"
        stroke="#FFB938"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <path d="M25 47h14" stroke="#20242B" strokeWidth="3" strokeLinecap="round" />
    </>
  ),
} satisfies Record<string, ReactNode>

export type AvatarId = keyof typeof drawings
export const animalIds = [
  'fox',
  'cat',
  'bear',
  'owl',
  'rabbit',
  'panda',
  'frog',
  'penguin',
] as const satisfies readonly AvatarId[]
export const robotIds = ['robot-1', 'robot-2', 'robot-3', 'robot-4'] as const satisfies readonly AvatarId[]

const isAvatarId = (id: string): id is AvatarId => Object.hasOwn(drawings, id)

/** Someone whose picture this release doesn't know. */
const stranger = (
  <g fill="#C4C8CE">
    <circle cx="32" cy="25" r="12" />
    <path d="M10 58c2-14 10-20 22-20s20 6 22 20z" />
  </g>
)

export const avatarDrawing = (id: string): ReactNode => (isAvatarId(id) ? drawings[id] : stranger)
