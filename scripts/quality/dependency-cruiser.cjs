const { readdirSync } = require('node:fs')

/** Who may import whom: ARCHITECTURE.md, "Rooms". Anything that is not listed is forbidden. */
const generated = '^schemas/'
const npm = 'node_modules'

/** folder → what it may import besides itself and packages */
const table = {
  '^schemas/generated/': [],
  '^src/lib/': [generated],
  '^src/i18n/': ['^src/lib/', '^locales/', '^virtual:words$'],
  '^src/ui/': ['^src/lib/', '^src/i18n/', '^locales/', '^catalogue/icons\\.json$'],
  '^src/engine/': ['^src/ui/', '^src/i18n/', '^src/lib/', '^gateway/lib/', generated],
  // All widgets, none by its name.
  '^src/engine/property/state/(late-)?widgets\\.ts$': [
    '^src/engine/',
    '^src/lib/',
    '^widgets/registry\\.ts$',
    generated,
  ],
  '^widgets/registry': ['^widgets/', '^src/engine/widget\\.ts$'],
  '^widgets/shared/': [
    '^src/engine/(widget\\.ts$|value-form/)',
    '^src/ui/',
    '^src/i18n/',
    '^src/lib/',
    '^gateway/lib/',
    '^catalogue/widgets/',
    generated,
  ],
  '^src/(live|data)/': [
    '^src/engine/(ports|widget|engine|forms/form-schema)\\.ts$',
    '^src/lib/',
    '^gateway/lib/',
    generated,
    '^catalogue/',
    '^virtual:screens/',
    '^src/(live|data)/',
  ],
  // The core of a gateway in the page, for whoever tries something on a copy (decision 0234).
  '^src/live/twin/': [
    '^gateway/(twin/|core/system-clock\\.ts$)',
    '^src/engine/widget\\.ts$',
    '^src/lib/new-id\\.ts$',
    '^src/live/',
    generated,
    '^catalogue/scenes/vocabulary\\.json$',
  ],
  '^src/session/': [
    '^src/data/',
    '^src/live/',
    '^src/lib/',
    '^gateway/lib/',
    generated,
    '^catalogue/',
    '^src/engine/conditions/',
  ],
  '^src/app/': [
    '^src/',
    '^widgets/',
    '^gateway/lib/',
    '^catalogue/',
    '^locales/',
    '^virtual:(icons|screens)/',
    generated,
  ],
  '^src/local/': [
    '^src/engine/',
    '^src/ui/',
    '^src/i18n/',
    '^src/lib/',
    '^locales/',
    '^catalogue/(local/|(icons|limits)\\.json)',
    generated,
  ],
  '^gateway/lib/': ['^schemas/generated/'],
  '^gateway/rules/': ['^gateway/lib/', '^schemas/generated/'],
  '^gateway/(core|drivers|twin)/': ['^gateway/', '^schemas/generated/'],
  '^gateway/(node/|main)': ['^gateway/', '^schemas/', '^catalogue/(rules|scenes)/', '^locales/'],
  '^server/': ['^schemas/', '^catalogue/', '^gateway/', '^locales/'],
}

/** room of the gateway's core → which other rooms it builds on */
const rooms = {
  devices: [],
  infrared: ['devices'],
  joining: ['devices'],
  machine: [],
  orders: ['devices'],
  rooms: [],
  rules: ['devices', 'orders', 'statuses'],
  statuses: [],
  // All of them build on these two.
  history: [],
  store: [],
}

/** folder of the engine → which other folders of it it builds on; what stands beside them is below all of them */
const engine = {
  conditions: [],
  'value-form': ['forms'],
  property: ['conditions'],
  forms: ['conditions'],
  actions: ['conditions', 'forms'],
  objects: ['conditions', 'property', 'forms', 'actions'],
  cells: ['conditions', 'property', 'actions'],
  facts: ['conditions', 'cells'],
  choosing: [],
  charts: ['property'],
}
const screens = {
  list: [],
  form: [],
  notice: ['form'],
  tiles: ['list'],
  device: ['list', 'tiles'],
  sections: ['list'],
  document: [],
  status: [],
  wizard: [],
}

for (const [place, known] of [
  ['src/engine', { ...engine, screens, testing: [] }],
  ['src/engine/screens', screens],
])
  for (const entry of readdirSync(place, { withFileTypes: true }))
    if (entry.isDirectory() && !(entry.name in known))
      throw new Error(`On what may ${place}/${entry.name} build?`)

const tests = '\\.test\\.tsx?$|(^|/)fake-[^/]+\\.ts$|(^|/)testing(/|\\.tsx?$)'
/** Folders of the table below this one: what they may import is said there. */
const narrower = (from) =>
  Object.keys(table).filter(
    (other) =>
      other !== from &&
      (other.startsWith(from) || (from.includes('live|') && other.startsWith('^src/live/'))),
  )
const forbidden = Object.entries(table).map(([from, allowed]) => ({
  name: `from ${from}`,
  severity: 'error',
  from: {
    path: from,
    pathNot: [tests, ...narrower(from)],
  },
  to: { pathNot: [from, npm, '^node:', ...allowed], dependencyTypesNot: ['core'] },
}))

/** What commands of a room reach (`context.ts`), and the commands themselves, may be anything of the core's rooms. */
const commands = '^gateway/core/[^/]+/(commands/|context\\.ts$)'
const roomsOfCore = Object.entries(rooms).map(([room, below]) => ({
  name: `from the room ${room} of the core`,
  severity: 'error',
  from: { path: `^gateway/core/${room}/`, pathNot: [tests, commands] },
  to: {
    path: '^gateway/core/[^/]+/',
    pathNot: [room, ...below, 'history', 'store'].map((one) => `^gateway/core/${one}/(?!commands/)`),
  },
}))

/** One floor of the engine above the other, the kinds of screens on top. */
const floorsOfEngine = [
  ...Object.entries(engine).map(([folder, below]) => ({
    name: `from the floor ${folder} of the engine`,
    from: { path: `^src/engine/${folder}/`, pathNot: tests },
    to: {
      path: '^src/engine/[^/]+/',
      pathNot: [folder, ...below].map((one) => `^src/engine/${one}/`),
    },
  })),
  ...Object.entries(screens).map(([kind, below]) => ({
    name: `from the kind of screen ${kind}`,
    from: { path: `^src/engine/screens/${kind}/`, pathNot: tests },
    to: {
      path: '^src/engine/screens/[^/]+/',
      pathNot: [kind, ...below].map((one) => `^src/engine/screens/${one}/`),
    },
  })),
  {
    name: 'from the ground of the engine',
    from: { path: '^src/engine/[^/]+$', pathNot: tests },
    // What an engine consists of is named there, by types.
    to: { path: '^src/engine/[^/]+/', dependencyTypesNot: ['type-only'] },
  },
].map((rule) => ({ severity: 'error', ...rule }))

module.exports = {
  forbidden: [
    ...forbidden,
    ...roomsOfCore,
    ...floorsOfEngine,
    {
      name: 'no cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no circle in the gateway, not even one of types',
      severity: 'error',
      from: { path: '^gateway/' },
      to: { circular: true },
    },
    {
      name: 'a command is known by the index of commands alone',
      severity: 'error',
      from: { path: '^(gateway|server|src|widgets)/', pathNot: [tests, '^gateway/generated/'] },
      to: { path: '^gateway/core/[^/]+/commands/' },
    },
    {
      name: 'rooms of the core do not know what ties them together',
      severity: 'error',
      from: { path: '^gateway/core/[^/]+/', pathNot: tests },
      to: {
        path: ['^gateway/generated/', '^gateway/core/(command-context|commands|home|host|runner)\\.ts$'],
      },
    },
    {
      name: 'a widget never imports another',
      severity: 'error',
      from: { path: '^widgets/([^/]+)/', pathNot: ['^widgets/shared/', tests] },
      to: {
        path: '^(widgets|src|gateway|server|catalogue)/',
        pathNot: [
          '^widgets/$1/',
          '^widgets/shared/',
          '^src/engine/(widget\\.ts$|value-form/)',
          // The keys of remotes, the colours of a panel: data of single widgets.
          '^catalogue/((infrared|widgets)/|icons\\.json)',
          '^src/ui/',
          '^src/i18n/',
          '^src/lib/',
          '^gateway/lib/',
        ],
      },
    },
    {
      name: 'an area never imports another',
      severity: 'error',
      from: { path: '^src/screens/([^/]+)/', pathNot: tests },
      to: {
        path: '^(widgets|src|gateway|server|catalogue)/',
        pathNot: [
          '^src/screens/$1/',
          '^src/(engine|ui|i18n|lib|data|live|session)/',
          '^gateway/(lib|rules)/',
          '^catalogue/((limits|icons|rooms|statuses|hardware|rules/charts|rules/dashboard|rules/differences|rules/network|rules/energy|rules/bulk|rules/drift|rules/statistics)\\.json$|scenes/)',
        ],
      },
    },
    {
      name: 'files for spreadsheets are written in one place (src/lib/csv.ts)',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/lib/csv\\.ts$', tests] },
      to: { path: 'papaparse' },
    },
    {
      name: 'the gateway core knows neither Node nor a browser',
      severity: 'error',
      from: { path: '^gateway/(core|lib|rules|drivers|twin)/', pathNot: tests },
      to: { dependencyTypes: ['core', 'npm', 'npm-dev'], pathNot: ['ajv', 'croner', 'papaparse'] },
    },
    {
      name: 'the domain of the server knows nothing of HTTP',
      severity: 'error',
      from: {
        path: '^server/(announcements|auth|bulk|catalogue|channel|demo|drift|gateways|homes|jobs|lib|oauth|operations|outbound|privacy|store)/',
        pathNot: tests,
      },
      to: { path: '^server/http/' },
    },
    {
      name: 'the domain of the server knows the message channel by its port',
      severity: 'error',
      from: {
        path: '^server/(announcements|auth|bulk|catalogue|demo|drift|gateways|homes|jobs|lib|oauth|operations|outbound|privacy|store)/',
        pathNot: tests,
      },
      to: { path: '^server/channel/' },
    },
    {
      name: 'the store and what goes out of the server know nothing of the domain',
      severity: 'error',
      from: { path: '^server/(store|outbound|lib)/', pathNot: tests },
      to: {
        path: '^server/(announcements|auth|bulk|catalogue|demo|drift|gateways|homes|jobs|oauth|operations|privacy|self-check)/',
      },
    },
    {
      name: 'the job engine knows nothing of what it carries out',
      severity: 'error',
      from: { path: '^server/jobs/', pathNot: tests },
      to: { path: '^server/(?!(jobs|store|lib)/)' },
    },
    {
      name: 'nothing depends on tests',
      severity: 'error',
      from: { pathNot: `^(tests|e2e|bench)/|${tests}` },
      to: { path: `^(tests|e2e|bench)/|${tests}` },
    },
    {
      name: 'no development packages in the product',
      severity: 'error',
      from: { path: '^(src|widgets|gateway|server)/', pathNot: tests },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
  },
}
