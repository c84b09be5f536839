/** The desk's own sign: the game's, in grey, with one tile of colour. */
export const Logo = ({ className }: { className?: string | undefined }) => (
  <svg viewBox="0 0 34 36" aria-hidden="true" className={className}>
    <rect x="2" y="2" width="13" height="13" rx="3.5" fill="#7C8895" />
    <rect x="17.5" y="2" width="13" height="13" rx="3.5" fill="#7C8895" opacity=".8" />
    <rect x="2" y="17.5" width="13" height="13" rx="3.5" fill="#7C8895" opacity=".8" />
    <g transform="rotate(18 26 27)">
      <rect x="19" y="20.5" width="13.5" height="13.5" rx="3.5" fill="#FF7A1A" />
      <circle cx="25.75" cy="27.25" r="3" fill="#1B0E03" />
    </g>
  </svg>
)
