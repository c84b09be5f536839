const [width, height] = [46, 16]

/** The last round trips as a line, from 0 up to the longest of them or half a second. */
export const Spark = ({ of, className }: { of: readonly number[]; className?: string | undefined }) => {
  const most = Math.max(500, ...of)
  const step = width / Math.max(1, of.length - 1)
  const points = of.map((ms, place) => {
    const x = (place * step).toFixed(1)
    return `${x},${(height - 1 - (ms / most) * (height - 2)).toFixed(1)}`
  })
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      className={className}
      aria-hidden="true"
    >
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.3"
        strokeLinejoin="round"
      />
    </svg>
  )
}
