interface Sprite {
  image: HTMLCanvasElement
  /** Of the picture, in CSS px. */
  width: number
  height: number
}

/** More are of names and colours that are no longer in sight. */
const MOST = 2000

/**
 * What is drawn in every frame, drawn once: icons and letters cost a hundred times what their picture does. Whoever
 * changes colours or the density of the screen takes new ones.
 */
export class Sprites {
  readonly ratio: number
  readonly #kept = new Map<string, Sprite>()
  readonly #widths = new Map<string, number>()

  /** `ratio`: pixels of the screen in one of CSS. */
  constructor(ratio: number) {
    this.ratio = ratio
  }

  /** Draws what `paint` draws around its origin, with its middle at a place; the same key is the same picture. */
  draw(
    canvas: CanvasRenderingContext2D,
    key: string,
    { x, y }: { x: number; y: number },
    { width, height }: { width: number; height: number },
    paint: (pen: CanvasRenderingContext2D) => void,
  ): void {
    const { image, ...size } = this.#kept.get(key) ?? this.#painted(key, { width, height }, paint)
    // Between two pixels of the screen it would be blurred.
    const whole = (at: number): number => Math.round(at * this.ratio) / this.ratio
    canvas.drawImage(image, whole(x - size.width / 2), whole(y - size.height / 2), size.width, size.height)
  }

  /** How wide a text is in a font, in CSS px. */
  widthOf(canvas: CanvasRenderingContext2D, font: string, text: string): number {
    const key = `${font} ${text}`
    const known = this.#widths.get(key)
    if (known !== undefined) return known
    canvas.font = font
    const { width } = canvas.measureText(text)
    this.#widths.set(key, width)
    return width
  }

  #painted(
    key: string,
    { width, height }: { width: number; height: number },
    paint: (pen: CanvasRenderingContext2D) => void,
  ): Sprite {
    if (this.#kept.size > MOST) this.#kept.clear()
    const image = document.createElement('canvas')
    image.width = Math.ceil(width * this.ratio)
    image.height = Math.ceil(height * this.ratio)
    const sprite = { image, width: image.width / this.ratio, height: image.height / this.ratio }
    const pen = image.getContext('2d')
    if (pen) {
      pen.setTransform(this.ratio, 0, 0, this.ratio, image.width / 2, image.height / 2)
      pen.lineCap = 'round'
      paint(pen)
    }
    this.#kept.set(key, sprite)
    return sprite
  }
}
