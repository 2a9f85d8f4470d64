import type { Range } from '#engine/charts/model/range.ts'
import type { BandSeries, LineSeries } from '#engine/charts/series.ts'

interface Wanted {
  title: string
  file: string
  plot: HTMLCanvasElement | undefined
  lines: readonly LineSeries[]
  bands: readonly BandSeries[]
  seen: Range
}

const HEAD = 56
const BAND = 40
const WIDE = 960

/** A colour of the page, as a canvas needs it. */
function colour(name: string): string {
  const probe = document.createElement('i')
  probe.style.color = `var(${name})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

const FILLS: Readonly<Record<string, string>> = {
  lit: '--color-accent-glow',
  ok: '--color-ok',
  open: '--color-info',
  danger: '--color-danger',
  gap: '--color-danger',
  warn: '--color-warn',
  plain: '--color-line-control',
}

/** Chart, legend and bands as a picture to save, in the colours of the page. */
export async function pictureOf({ title, file, plot, lines, bands, seen }: Wanted): Promise<void> {
  const scale = devicePixelRatio || 1
  const drawn = lines.length > 0 ? plot : undefined
  const width = drawn ? drawn.width / scale : WIDE
  const tall = drawn ? drawn.height / scale : 0
  const canvas = document.createElement('canvas')
  canvas.width = (width + 32) * scale
  canvas.height = (HEAD + tall + bands.length * BAND + 24) * scale
  const pen = canvas.getContext('2d')
  if (!pen) return
  pen.scale(scale, scale)
  pen.fillStyle = colour('--color-surface')
  pen.fillRect(0, 0, canvas.width, canvas.height)
  const face = getComputedStyle(document.body).fontFamily
  const write = (text: string, size: number, name: string, x: number, y: number): number => {
    pen.font = `${size}px ${face}`
    pen.fillStyle = colour(name)
    pen.fillText(text, x, y)
    return pen.measureText(text).width
  }
  write(title, 15, '--color-text', 16, 24)
  let x = 16
  lines.forEach(({ label, unit }, place) => {
    pen.fillStyle = colour(`--chart-${place + 1}`)
    pen.fillRect(x, 40, 14, 3)
    x +=
      20 + write(unit === undefined ? label : `${label} (${unit})`, 12, '--color-text-muted', x + 20, 45) + 16
  })
  if (drawn) pen.drawImage(drawn, 16, HEAD, width, tall)
  bands.forEach(({ label, bands: all }, place) => {
    const y = HEAD + tall + place * BAND
    write(label, 12, '--color-text-muted', 16, y + 14)
    pen.fillStyle = colour('--color-surface-sunken')
    pen.fillRect(16, y + 20, width, 14)
    for (const { from, to, tone } of all) {
      if (tone === undefined || to <= seen.from || from >= seen.to) continue
      const share = (at: number) =>
        (Math.min(Math.max(at, seen.from), seen.to) - seen.from) / (seen.to - seen.from)
      pen.fillStyle = colour(FILLS[tone] ?? '--color-line-control')
      pen.fillRect(16 + share(from) * width, y + 20, Math.max(1, (share(to) - share(from)) * width), 14)
    }
  })
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) return
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = file
  link.click()
  URL.revokeObjectURL(address)
}
