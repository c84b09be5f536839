import { mineColors, minePaths } from '../model/mine-art.ts'

/** The opened mine, cracked by its own heat. The same drawing is baked into the canvas's atlas. */
export const MineArt = ({ className }: { className?: string | undefined }) => (
  <svg viewBox="0 0 64 64" className={className} aria-hidden="true" focusable="false">
    <path d={minePaths.studs} stroke={mineColors.body} strokeWidth={7} strokeLinecap="round" fill="none" />
    <circle cx={32} cy={33} r={18} fill={mineColors.body} stroke={mineColors.rim} strokeWidth={1.5} />
    <ellipse cx={25} cy={25} rx={4.5} ry={3} fill={mineColors.shine} transform="rotate(-40 25 25)" />
    <g fill="none" stroke={mineColors.heat} strokeLinejoin="round" strokeLinecap="round">
      <path d={minePaths.crack} strokeWidth={3.2} />
      <path d={minePaths.splits} strokeWidth={2.6} />
    </g>
  </svg>
)
