import { type PointerEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { numberLimit, useEngine } from '#engine/engine.ts'
import type { Compared } from '#gateway/lib/network/compare.ts'
import type { Finding } from '#gateway/lib/network/findings.ts'
import { STANDINGS, stagesOf } from '#gateway/lib/network/network.ts'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { drawingOf } from '#ui/Icon.tsx'
import { subscribeTheme } from '#ui/theme/theme.ts'
import { usePhone } from '#ui/use-phone.ts'
import type { Shared } from '../NetworkBoard.tsx'
import styles from '../network.module.css'
import { COLOURS, type Colours, deviceAt, draw, fitted, type Icon, type Scene } from './draw.ts'
import { Layout } from './layout.ts'
import { Sprites } from './sprites.ts'

/** More are not told apart; the list has them all. */
const MOST = 500
const WIDE = 1000
/** A press that moves less is a choice, not a pull. */
const PULL = 5

interface Props extends Shared {
  noted: readonly Finding[]
  changes?: readonly Compared[] | undefined
}

/** The network as a picture: the gateway in the middle, every device at what hears it. The list says the same. */
export default function Picture({ nodes, faces, nameOf, view, noted, changes }: Props) {
  const { t } = useText()
  const { definitions } = useEngine()
  const phone = usePhone()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [layout] = useState(() => new Layout())
  const hovered = useRef<string>(undefined)
  /** As the page looks at present: asked for anew when that changes. */
  const looking = useRef<{ colours: Colours; font: string; sprites: Sprites }>(undefined)
  /** Where somebody moved it to; undefined: everything is in sight. */
  const placed = useRef<{ scale: number; x: number; y: number }>(undefined)
  const frame = useRef(0)
  const size = useRef({ width: 0, height: 0 })
  const pull = useRef<{ id: string | undefined; x: number; y: number; moved: boolean }>(undefined)

  const drawn = useMemo(() => {
    const told = new Set(noted.map(({ node }) => node.id))
    const marks = changes && new Map(changes.map(({ id, change }) => [id, change]))
    const icons = new Map<string, Icon>()
    const iconOf = (name: string): Icon => {
      const known = icons.get(name) ?? { name, path: new Path2D(drawingOf(name)) }
      icons.set(name, known)
      return known
    }
    const all = [...nodes.values()]
    const worst =
      all.length <= MOST
        ? all
        : all
            .toSorted(
              (a, b) =>
                Number(b.forwards) - Number(a.forwards) ||
                STANDINGS.indexOf(a.standing) - STANDINGS.indexOf(b.standing),
            )
            .slice(0, MOST)
    return worst.map((node) => {
      const face = faces.get(node.id)
      return {
        node,
        name: face?.name ?? node.id,
        icon: iconOf(face?.icon ?? 'device'),
        noted: told.has(node.id),
        mark: marks && (marks.get(node.id) ?? 'same'),
      }
    })
  }, [nodes, faces, noted, changes])
  const gateway = useMemo((): Icon => ({ name: 'gateway', path: new Path2D(drawingOf('gateway')) }), [])
  const route = useMemo(
    () => (view.picked === undefined ? [] : stagesOf(nodes, view.picked).map(({ at }) => at)),
    [nodes, view.picked],
  )

  const look = useMemo(() => ({ route, fewNames: phone }), [route, phone])
  const looks = useRef(look)
  const sceneNow = (): Scene | undefined => {
    const element = canvas.current
    if (!element || size.current.width === 0) return undefined
    if (looking.current?.sprites.ratio !== devicePixelRatio)
      looking.current = {
        colours: coloursAt(element),
        font: `12px ${getComputedStyle(element).fontFamily}`,
        sprites: new Sprites(devicePixelRatio),
      }
    const { width, height } = size.current
    return {
      ...{ layout, nodes: drawn, width, height },
      ...looks.current,
      gateway: { name: nameOf(''), icon: gateway },
      hovered: hovered.current,
      allNames: width >= WIDE,
      ...looking.current,
      ...(placed.current ?? fitted(layout, width, height)),
    }
  }
  const paint = useEffectEvent(() => {
    frame.current = 0
    const element = canvas.current
    const context = element?.getContext('2d')
    const scene = sceneNow()
    if (!context || !scene) return
    layout.step()
    draw(context, scene)
    if (layout.moves) ask()
  })
  const ask = (): void => {
    frame.current ||= requestAnimationFrame(() => paint())
  }

  const again = useEffectEvent(ask)
  useEffect(() => {
    layout.take(drawn.map(({ node }) => ({ id: node.id, over: node.over })))
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) layout.settle()
    again()
  }, [layout, drawn])
  useEffect(() => {
    looks.current = look
    again()
  }, [look])
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element
      size.current = { width, height }
      element.width = width * devicePixelRatio
      element.height = height * devicePixelRatio
      again()
    })
    observer.observe(element)
    const stop = subscribeTheme(() => {
      looking.current = undefined
      again()
    })
    return () => {
      observer.disconnect()
      stop()
      cancelAnimationFrame(frame.current)
      frame.current = 0
    }
  }, [])

  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const { left, top } = canvas.current?.getBoundingClientRect() ?? { left: 0, top: 0 }
    return { x: clientX - left, y: clientY - top }
  }
  const zoom = (by: number): void => {
    const scene = sceneNow()
    if (!scene) return
    const scale = Math.min(4, Math.max(0.1, scene.scale * by))
    const [cx, cy] = [scene.width / 2, scene.height / 2]
    const ratio = scale / scene.scale
    placed.current = { scale, x: cx - (cx - scene.x) * ratio, y: cy - (cy - scene.y) * ratio }
    ask()
  }
  const fit = (): void => {
    placed.current = undefined
    ask()
  }
  const down = (event: PointerEvent): void => {
    const scene = sceneNow()
    if (!scene || !event.isPrimary) return
    const point = pointOf(event)
    pull.current = { id: deviceAt(scene, point.x, point.y)?.id, ...point, moved: false }
    if (event.pointerType === 'mouse') canvas.current?.setPointerCapture(event.pointerId)
  }
  const move = (event: PointerEvent): void => {
    const scene = sceneNow()
    if (!scene) return
    const point = pointOf(event)
    const held = pull.current
    if (!held) {
      const id = deviceAt(scene, point.x, point.y)?.id
      if (id === hovered.current) return
      hovered.current = id
      if (canvas.current) canvas.current.style.cursor = id === undefined ? 'grab' : 'pointer'
      return ask()
    }
    if (event.pointerType !== 'mouse') return
    if (!held.moved && Math.hypot(point.x - held.x, point.y - held.y) < PULL) return
    const { scale, x, y } = scene
    // What is pulled pulls all the rest: the frame stands still meanwhile.
    placed.current = { scale, x, y }
    if (held.id !== undefined) layout.drag(held.id, { x: (point.x - x) / scale, y: (point.y - y) / scale })
    else placed.current = { scale, x: x + point.x - held.x, y: y + point.y - held.y }
    pull.current = { id: held.id, ...point, moved: true }
    ask()
  }
  const up = (): void => {
    const held = pull.current
    pull.current = undefined
    if (!held) return
    if (held.moved) {
      if (held.id !== undefined) layout.drag(held.id, undefined)
    } else if (held.id !== undefined) view.pick(held.id === view.picked ? undefined : held.id)
  }
  const legend = ['4', '3', '2', '1'] as const
  return (
    <>
      <div className={styles.canvas}>
        <canvas
          ref={canvas}
          role="img"
          aria-label={t('netdiag.pictureOf', { count: nodes.size })}
          onPointerDown={down}
          onPointerMove={move}
          onPointerUp={up}
          onPointerCancel={up}
          onPointerLeave={() => {
            hovered.current = undefined
            ask()
          }}
        />
        <div className={styles.zoom}>
          <Button only size="dense" look="quiet" icon="plus" onClick={() => zoom(1.3)}>
            {t('netdiag.closer')}
          </Button>
          <Button only size="dense" look="quiet" icon="minus" onClick={() => zoom(1 / 1.3)}>
            {t('netdiag.farther')}
          </Button>
          <Button only size="dense" look="quiet" icon="network" onClick={fit}>
            {t('netdiag.whole')}
          </Button>
        </div>
      </div>
      <p className={styles.legend}>
        {legend.map((level) => (
          <span key={level}>
            <i data-level={level} />
            {t(`netdiag.level.${level}`)}
          </span>
        ))}
        <span>
          <i data-level="old" />
          {t('netdiag.old', { seconds: numberLimit(definitions, 'routeExpires') })}
        </span>
        <span>
          <u data-forwards />
          {t('netdiag.forwards')}
        </span>
        <span>
          <u />
          {t('netdiag.end')}
        </span>
      </p>
      {nodes.size > MOST && <p className={styles.none}>{t('netdiag.tooMany', { count: MOST })}</p>}
    </>
  )
}

/** A canvas knows colours only as they are, not by their names. */
function coloursAt(element: Element): Colours {
  const probe = document.createElement('i')
  element.after(probe)
  const colours = Object.fromEntries(
    COLOURS.map((name) => {
      probe.style.color = `var(--color-${name})`
      return [name, getComputedStyle(probe).color]
    }),
  )
  probe.remove()
  return colours as Colours
}
