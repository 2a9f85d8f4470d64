import type { Page } from 'playwright/test'

/** Widths that people have: a phone, a tablet upright, a desk, a large screen. */
export const widths = [360, 820, 1280, 1920] as const

/** Below this, fingers are what points: targets have at least 44 px there. */
const TOUCH = 768

/**
 * What a careful eye would find on the page as it stands: each fault in a sentence, with the text it is about.
 * `mayShorten`: names may end in three dots (the whole stands in the tip and on the thing's own page).
 */
export async function visualFaults(page: Page, width: number, mayShorten: boolean): Promise<string[]> {
  const found = await page.evaluate(faultsOnPage, { touch: width < TOUCH, mayShorten })
  return found.map((fault) => `${width} px: ${fault}`)
}

/** Runs in the page, so it is one function that needs nothing from outside. */
function faultsOnPage({ touch, mayShorten }: { touch: boolean; mayShorten: boolean }): string[] {
  /** A field's border of one pixel belongs to its box. */
  const TARGET = 42
  const faults = new Set<string>()
  const short = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 60)
  const nameOf = (element: Element) =>
    `${element.localName}${element.className && typeof element.className === 'string' ? `.${element.className.split(' ')[0]}` : ''} «${short(element.getAttribute('aria-label') ?? element.textContent ?? '')}»`
  const styles = new Map<Element, CSSStyleDeclaration>()
  const styleOf = (element: Element): CSSStyleDeclaration => {
    const known = styles.get(element)
    if (known) return known
    const style = getComputedStyle(element)
    styles.set(element, style)
    return style
  }
  /** The element and what it stands in, up to the body. */
  function* chain(element: Element): Generator<Element> {
    for (let one: Element | null = element; one && one !== document.body; one = one.parentElement) yield one
  }
  const forReadersOnly = (element: Element) =>
    [...chain(element)].some((one) => {
      const { clipPath, clip, position } = styleOf(one)
      const box = one.getBoundingClientRect()
      return (
        (box.width <= 1 && box.height <= 1 && styleOf(one).overflow !== 'visible') ||
        clipPath.startsWith('inset(50%') ||
        (position === 'absolute' && clip !== 'auto')
      )
    })
  // What has come since the last frame is laid out in the height that it takes out of sight, and not drawn so.
  const drawn = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }
  const seen = (element: Element) => element.checkVisibility(drawn) && !forReadersOnly(element)
  /** What floats above the page has lines of its own: they are compared with one another, never with what lies below. */
  const floater = (element: Element) =>
    [...chain(element)].find((one) => /^(?:fixed|sticky)$/.test(styleOf(one).position))
  /** Pictures beside one another that are meant to be scrolled through (`data-wide`) are looked at as tiles elsewhere. */
  const isCode = (element: Element) => element.closest('pre, .cm-editor, svg, [data-wide]') !== null

  // Of a dialog, only what it shows: the page behind it has had its turn.
  const dialogs = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].filter(seen)
  const scope = dialogs.at(-1) ?? document.body

  // The page.
  const root = document.documentElement
  if (root.scrollWidth > root.clientWidth + 1) {
    const widest = [...document.body.querySelectorAll('*')]
      .filter((one) => one.getBoundingClientRect().right > root.clientWidth + 1)
      .at(-1)
    faults.add(
      `the page scrolls sideways by ${root.scrollWidth - root.clientWidth} px: ${widest ? nameOf(widest) : ''}`,
    )
  }

  // What a page shows keeps the page's margin: a table that is too wide spills over its card as well.
  for (const main of scope === document.body ? document.querySelectorAll('main') : []) {
    const box = main.getBoundingClientRect()
    const { paddingLeft, paddingRight } = styleOf(main)
    const [left, right] = [
      box.left + Number.parseFloat(paddingLeft),
      box.right - Number.parseFloat(paddingRight),
    ]
    for (const one of main.querySelectorAll(
      'table, button, a[href], input, select, textarea, section, article',
    )) {
      const { left: from, right: to, width } = one.getBoundingClientRect()
      if (width < 2 || (from > left - 2 && to < right + 2) || !seen(one)) continue
      // What its surroundings cut off is told below; the arrow of the way up stands on the margin with its stroke.
      const around = [...chain(one)]
      const apart = around
        .slice(0, around.indexOf(main))
        .some((it) => styleOf(it).overflowX !== 'visible' || /^(?:fixed|sticky)$/.test(styleOf(it).position))
      if (!apart && one.closest('nav') === null)
        faults.add(
          `${nameOf(one)} stands ${Math.round(Math.max(to - right, left - from))} px beyond the margin`,
        )
    }
  }

  // Texts: where each line stands.
  interface Line {
    text: string
    node: Node
    element: Element
    box: DOMRect
  }
  const lines: Line[] = []
  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode
    const element = node.parentElement
    const text = node.textContent?.trim() ?? ''
    if (!element || text === '' || isCode(element) || !seen(element)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const box of range.getClientRects())
      if (box.width > 1) lines.push({ text: short(text), node, element, box })
  }

  // A text is where it can be read: not cut off, not outside the card it belongs to.
  const isCard = (element: Element) => {
    const { borderTopWidth, borderTopStyle, backgroundColor, display } = styleOf(element)
    const framed = borderTopStyle !== 'none' && borderTopWidth !== '0px'
    return display !== 'inline' && (framed || !/^(?:transparent|rgba\(.*, 0\))$/.test(backgroundColor))
  }
  for (const { text, element, box } of lines) {
    let told = false
    let within = true
    for (const one of chain(element)) {
      if (told || one === scope) break
      const style = styleOf(one)
      if (/^(?:absolute|fixed)$/.test(style.position) && !isCard(one)) within = false
      const around = one.getBoundingClientRect()
      const wide = Math.max(box.right - around.right, around.left - box.left)
      const high = Math.max(box.bottom - around.bottom, around.top - box.top)
      const clipsWide = style.overflowX !== 'visible'
      const clipsHigh = style.overflowY !== 'visible'
      // The lines around letters are higher than most of them, yet some reach their lower edge.
      const cutsBelow = box.bottom - around.bottom > 0.5 && /[gjpqy]/.test(text)
      if (clipsWide && wide > 1) {
        // A row of chips may be pushed aside; a page, a table or a paragraph may not.
        if (/auto|scroll/.test(style.overflowX)) {
          if (around.height > 90)
            faults.add(`«${text}» is only reached by scrolling sideways in ${nameOf(one)}`)
        } else if (style.textOverflow !== 'ellipsis' || !mayShorten)
          faults.add(`«${text}» is cut off by ${Math.round(wide)} px in ${nameOf(one)}`)
        told = true
      } else if (clipsHigh && (high > 3 || cutsBelow)) {
        if (!/auto|scroll/.test(style.overflowY) && style.webkitLineClamp === 'none')
          faults.add(`«${text}» is cut off by ${Math.round(high)} px in height in ${nameOf(one)}`)
        told = true
      } else if (within && isCard(one)) {
        if (wide > 1 || high > 3)
          faults.add(`«${text}» stands ${Math.round(Math.max(wide, high))} px outside ${nameOf(one)}`)
        told = wide > 1 || high > 3
        within = false
      }
    }
  }

  // Nothing stands on top of something else.
  /** What is left of a box behind the edges of what it stands in. */
  const clipped = (element: Element, { left, right, top, bottom }: DOMRect): DOMRect | undefined => {
    let [x1, x2, y1, y2] = [left, right, top, bottom]
    for (const one of chain(element)) {
      const { overflowX, overflowY } = styleOf(one)
      const around = one.getBoundingClientRect()
      if (overflowX !== 'visible') [x1, x2] = [Math.max(x1, around.left), Math.min(x2, around.right)]
      if (overflowY !== 'visible') [y1, y2] = [Math.max(y1, around.top), Math.min(y2, around.bottom)]
    }
    return x2 > x1 && y2 > y1 ? new DOMRect(x1, y1, x2 - x1, y2 - y1) : undefined
  }
  const shown = lines
    .flatMap((line) => {
      const box = clipped(line.element, line.box)
      return box ? [{ ...line, box, over: floater(line.element) }] : []
    })
    .toSorted((a, b) => a.box.top - b.box.top)
  for (const [index, one] of shown.entries())
    for (const other of shown.slice(index + 1)) {
      if (other.box.top >= one.box.bottom) break
      if (one.element === other.element || one.over !== other.over) continue
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
      const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
      if (wide > 2 && high > 0.35 * Math.min(one.box.height, other.box.height))
        faults.add(`«${one.text}» and «${other.text}» stand on each other`)
    }

  // Controls.
  const controls = [
    ...scope.querySelectorAll(
      'a[href], button, select, textarea, input:not([type="hidden"]), summary, [role="button"], [role="switch"], [role="slider"], [role="tab"], [role="checkbox"], [role="radio"], [role="menuitem"], [role="option"], [tabindex="0"]',
    ),
  ].filter((one) => seen(one) && !isCode(one))

  // A text that had no room is not behind a control, nor upon it.
  for (const control of controls.filter(isCard)) {
    const box = clipped(control, control.getBoundingClientRect())
    if (!box) continue
    const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : []
    for (const line of shown) {
      const { element } = line
      if (control.contains(element) || element.contains(control) || line.over !== floater(control)) continue
      if (labels.some((label) => label.contains(element))) continue
      const wide = Math.min(line.box.right, box.right) - Math.max(line.box.left, box.left)
      const high = Math.min(line.box.bottom, box.bottom) - Math.max(line.box.top, box.top)
      if (wide > 2 && high > 0.25 * line.box.height)
        faults.add(`«${line.text}» and ${nameOf(control)} stand on each other`)
    }
  }

  // Nor does a control at the edge of the window stand on another: what is too long there gives way.
  const edged = controls.filter((one) => floater(one)?.matches('header'))
  for (const [index, one] of edged.entries())
    for (const other of edged.slice(index + 1)) {
      if (one.contains(other) || other.contains(one)) continue
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left)
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
      if (wide > 2 && high > 2) faults.add(`${nameOf(one)} and ${nameOf(other)} stand on each other`)
    }

  // A line of controls stays a line: what wraps leaves one behind. A label of two lines is a line too many.
  for (const bar of new Set(controls.flatMap((one) => one.parentElement ?? []))) {
    const { display, flexDirection } = styleOf(bar)
    const parts = [...bar.children].filter(
      (one) => seen(one) && one.getBoundingClientRect().width > 0 && styleOf(one).position !== 'absolute',
    )
    if (!display.endsWith('flex') || flexDirection !== 'row' || parts.length < 2) continue
    // Choices among which one chooses may take as many lines as they need.
    if (bar.localName === 'fieldset' || !parts.every((part) => controls.includes(part))) continue
    const boxes = parts.map((part) => part.getBoundingClientRect())
    const rows: DOMRect[][] = []
    for (const box of boxes) {
      const row = rows.find(([first]) => first && box.top < first.bottom && box.bottom > first.top)
      if (row) row.push(box)
      else rows.push([box])
    }
    // Two that stand below one another where they have no room side by side are no accident.
    if (bar.hasAttribute('data-stacks') && rows.length === parts.length) continue
    // On a phone several lines are many fingers' room; one that is left over is an accident there too.
    if (rows.length > 1 && (!touch || (rows.at(-1)?.length === 1 && rows.length < parts.length)))
      faults.add(
        `a line of controls wraps: ${parts.map((part) => `«${short(part.textContent ?? '')}»`).join(' ')}`,
      )
  }
  // Menus and views lead on by links, which are as much of one line as a button.
  const isEntry = (one: Element): boolean => one.localName === 'a' && one.closest('nav, fieldset') !== null
  for (const control of controls.filter(
    (one) => one.localName === 'button' || one.getAttribute('role') === 'tab' || isEntry(one),
  )) {
    const box = control.getBoundingClientRect()
    const own = lines.filter(({ element }) => control.contains(element))
    const wraps = own.some((line) =>
      own.some(({ node, box }) => node === line.node && box.top > line.box.top + 4),
    )
    if (
      wraps &&
      box.height < 60 &&
      styleOf(control).textAlign === 'center' &&
      (isCard(control) || isEntry(control))
    )
      faults.add(`the words of ${nameOf(control)} wrap`)
  }

  // One thing leads on: where several buttons are filled, none does.
  const filled = controls.filter((one) => one.matches('[data-look="main"]'))
  if (filled.length > 1) faults.add(`several buttons are filled: ${filled.map(nameOf).join(', ')}`)

  // In every dialog what leads on has the same place: on top on a phone, at the right on a desk.
  const ways = [...scope.querySelectorAll('[data-ways] button')].filter(seen)
  const leading = ways.filter((one) => one.matches('[data-look="main"], [data-look="destroy"]'))
  for (const lead of leading)
    for (const other of ways.filter((one) => !leading.includes(one))) {
      const [a, b] = [lead.getBoundingClientRect(), other.getBoundingClientRect()]
      if (touch ? b.top < a.top : b.left > a.left)
        faults.add(`${nameOf(other)} stands before ${nameOf(lead)}, which leads on`)
    }

  // Fingers need 44 px: what is smaller to the eye may be larger to the touch.
  if (touch) {
    const place = scrollY
    const hits = (control: Element, x: number, y: number) => {
      const at = document.elementFromPoint(x, y)
      if (!at) return false
      const label = at.closest('label')
      return control.contains(at) || label?.control === control || label?.contains(control) === true
    }
    for (const control of controls) {
      if (control.matches(':disabled') || control.closest('[inert], [aria-hidden="true"]')) continue
      const inText =
        styleOf(control).display === 'inline' &&
        [...(control.parentElement?.childNodes ?? [])].some(
          (node) => node.nodeType === 3 && node.textContent?.trim(),
        )
      const first = control.getBoundingClientRect()
      if (inText || first.width === 0 || (first.width >= TARGET && first.height >= TARGET)) continue
      // A tick is set by its words as well.
      const words = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : []
      const isLarge = (one: Element) => {
        const { width, height } = one.getBoundingClientRect()
        return width >= TARGET && height >= TARGET
      }
      if (words.some(isLarge)) continue
      control.scrollIntoView({ block: 'center', inline: 'center' })
      const box = control.getBoundingClientRect()
      const x = box.left + box.width / 2
      const y = box.top + box.height / 2
      // Behind something else it is no target now.
      if (!hits(control, x, y)) continue
      const reach = (dx: number, dy: number) => {
        let far = 0
        while (far < 2 * TARGET && hits(control, x + dx * (far + 1), y + dy * (far + 1))) far++
        return far
      }
      const wide = reach(-1, 0) + reach(1, 0) + 1
      const high = reach(0, -1) + reach(0, 1) + 1
      if (wide < TARGET || high < TARGET)
        faults.add(`a target of ${Math.min(wide, 99)} × ${Math.min(high, 99)} px: ${nameOf(control)}`)
    }
    scrollTo(0, place)
  }
  return [...faults]
}
