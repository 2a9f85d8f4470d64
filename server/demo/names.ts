type Names = readonly [string, ...string[]]

const listed = (names: string): Names => {
  const [first = '', ...more] = names.split(',').map((name) => name.trim())
  return [first, ...more]
}

export const firstNames = listed(`
  Adrian, Alessia, Andrea, Anja, Beat, Bruno, Céline, Chiara, Christian, Claudia, Corinne, Daniel,
  Elena, Fabio, Flurina, Giulia, Hans, Ivan, Jasmin, Jürg, Karin, Lara, Laurent, Luca, Madlaina,
  Manuela, Matteo, Michèle, Nadine, Nicolas, Pascal, Petra, Reto, Roger, Sandro, Silvan, Sophie,
  Stefan, Tanja, Urs, Valérie, Yannick`)

export const lastNames = listed(`
  Aebi, Ammann, Bachmann, Baumann, Bernasconi, Bianchi, Bolliger, Brunner, Bürgi, Caduff, Camenzind,
  Chevalley, Favre, Ferrari, Fischer, Frei, Gerber, Graf, Hofer, Huber, Hürlimann, Imhof, Jenni,
  Keller, Kunz, Lehmann, Lüthi, Meier, Moser, Müller, Odermatt, Perret, Rochat, Roth, Schmid,
  Schneider, Steiner, Suter, Weber, Wyss, Zbinden, Zürcher`)

export const streets = listed(`
  Ahornweg, Bahnhofstrasse, Bergstrasse, Birkenweg, Chemin des Vignes, Dorfstrasse, Eichenweg,
  Feldstrasse, Gartenstrasse, Hauptstrasse, Im Grund, Kirchgasse, Lindenhof, Mühleweg, Oberdorf,
  Quellenstrasse, Rebbergstrasse, Rosenweg, Rue du Lac, Schulhausstrasse, Seestrasse, Sonnenrain,
  Via Nassa, Via San Gottardo, Wiesenweg`)

export const houses = listed(`
  Chalet, Ferienhaus, Haus, Residenza, Villa, Werkstatt, Stöckli`)

export const places = listed(`
  Aarau, Adelboden, Altdorf, Appenzell, Arosa, Ascona, Bellinzona, Brig, Burgdorf, Chur, Davos,
  Flims, Fribourg, Gstaad, Horgen, Interlaken, Küsnacht, Langnau, Locarno, Lugano, Montreux, Morges,
  Murten, Olten, Scuol, Sion, Solothurn, Thalwil, Thun, Uster, Vevey, Wil, Zug`)
