import { keyOf } from './word-lists.ts'

/** Frequent surnames, «|» between names, spaces between spellings: two that are not spellings of one name are different names. */
const list = `
smith smyth smythe|schmidt schmitt schmid schmied schmitz|johnson jonson johnsson|johnston johnstone|williams|williamson|brown browne|braun|jones
miller millar|mueller müller muller|möller moeller moller|davis davies|wilson willson|anderson andersson andersen|taylor tailor tayler|riley reilly|thomas
thompson thomson tomson|thomsen|jackson|white|harris|harrison|martin|marin|martinez|martini|martins|marino|clark clarke|lewis|robinson|walker|perez
hall|young|allen|king|wright|scott|green greene|baker|adams|adamson|nelson|nilsson nilson|nielsen nilsen|hill|ramirez|campbell|mitchell|roberts|robertson
carter|phillips philips|philby|evans|turner|torres|parker|collins|edwards|stewart stuart|flores|morris|murphy|rivera|cook|rogers rodgers|morgan
peterson petersen pettersson pedersen|peters|cooper|reed reid|bailey|bell|gomez|kelly|kelley|howard|ward|cox|diaz|richardson|wood|woods|watson|brooks
bennett|gray grey|james|reyes|cruz|hughes|price|myers|long|foster|sanders|ross|morales|powell|sullivan|russell|ortiz|jenkins|gutierrez|perry|butler
barnes|fisher fischer|henderson|coleman|simmons|simons|patterson|jordan|reynolds|hamilton|graham|kim|gonzalez gonzales|gonzalo|alexander|ramos|wallace
griffin|west|cole|hayes|chavez|gibson|bryant|ellis|stevens stephens|stevenson stephenson|murray|ford|marshall|owens|mcdonald macdonald|kennedy|wells
vargas|henry|freeman|webb|tucker|guzman|burns|crawford|olson olsen olsson|simpson|porter|hunter|gordon|mendez|mendoza|silva|shaw|snyder snider|mason
dixon|munoz|hunt|hicks|holmes|palmer|wagner|black|rossi|russo|ferrari|ferreira|ferrara|bianchi|bianco|romano|romero|colombo|ricci|marini|greco|conti
costa|fontana|lombardi|moretti|moreno|fernandez fernandes|hernandez hernandes|lopez lopes|sanchez sanches|rodriguez rodrigues|alvarez alvares
garcia garzia|gimenez jimenez|ruiz|alonso|alonzo|navarro|dominguez|vazquez vasquez|castro|castillo|blanco|suarez|molina|delgado|ortega|rubio
marquez marques|santos|santana|pereira|oliveira|olivera|souza sousa|lima|carvalho|almeida|ribeiro|rocha|meyer maier meier mayer mayr meyr|schneider
schnyder|weber|wexler|schulz schulze schultz|becker|hoffmann hofmann|hofer|huber|hueber|bauer|baumann|koch|kock|richter|ritter|klein|wolf wolff|wolfe
schroeder schröder schroder|neumann|naumann|schwarz|schwartz|zimmermann|krüger krueger kruger|hartmann|hermann herrmann|lange|lang|land|lane|werner
krause krauss kraus|lehmann|köhler koehler|keller|kessler|koller|könig koenig|walter|kaiser|fuchs|peters|scholz|moser|mosel|berg|borg|berger|burger
burg|bergen|bergmann|linder|lindner|lindberg|lindgren|lindqvist lindquist|brandt brand|brandl|hansen hanson hansson|jansen janssen jansson|jensen
jonsson|johansson johansen|karlsson carlsson karlsen|larsen larsson|eriksson erikson eriksen ericsson|svensson|gustafsson|olofsson
christensen christiansen|rasmussen|jorgensen jörgensen|sorensen|madsen|knudsen|bernard|bernardi|dubois|durand|leroy|moreau|laurent|simon|michel
lefebvre lefevre|roux|rousseau|petit|garnier|lambert|bonnet|fournier|girard|novak|nowak|novotny|svoboda|dvorak|horak|kovac|kovacs|kowalski|kowalczyk
kozlov|kozlowski|kozlovsky|lewandowski|zielinski|kaminski|wisniewski|ivanov|ivashov|ivanovsky|ivanenko|ivanchenko|petrov|petrovsky|petrenko|petrovic
petrosyan|sidorov|smirnov|kuznetsov|kuzmin|popov|popovic|popescu|vasiliev|sokolov|mikhailov|novikov|fedorov|fedorenko|morozov|volkov|volkonsky|alekseev
lebedev|semenov|egorov|pavlov|pavlenko|pavlovsky|pavlovic|stepanov|stepanenko|nikolaev|nikolaenko|nikolic|orlov|andreev|makarov|makarenko|nikitin
zakharov|zaitsev|soloviev|borisov|yakovlev|grigoriev|romanov|romanenko|vorobiev|sergeev|sergeenko|kuzmenko|frolov|alexandrov|dmitriev|dmitrenko|korolev
gusev|kiselev|ilyin|maximov|polyakov|sorokin|vinogradov|kovalev|kovalenko|kovalchuk|belov|belousov|medvedev|mezentsev|antonov|antonenko|tarasov
tarasenko|zhukov|baranov|filippov|komarov|davydov|davidov|belyaev|gerasimov|bogdanov|osipov|matveev|titov|markov|markovic|mironov|krylov|kulikov|karpov
karpenko|vlasov|melnikov|melnyk|denisov|gavrilov|tikhonov|kazakov|afanasiev|danilov|savelyev|timofeev|fomin|chernov|chernenko|abramov|abramovich
abramson|martynov|efimov|fedotov|shcherbakov|nazarov|kalinin|isaev|chernyshev|bykov|maslov|rodionov|konovalov|lazarev|voronin|klimov|filatov|ponomarev
golubev|kudryavtsev|prokhorov|naumov|potapov|zhuravlev|ovchinnikov|trofimov|leonov|sobolev|ermakov|kolesnikov|goncharov|emelyanov|nikiforov|grachev
kotov|grishin|efremov|arkhipov|gromov|kirillov|malyshev|panov|moiseev|rumyantsev|akimov|kondratiev|biryukov|gorbunov|anisimov|eremin|tikhomirov|galkin
lukyanov|mikheev|skvortsov|yudin|belousov|nesterov|simonov|prokofiev|kharitonov|knyazev|tsvetkov|levin|mitrofanov|voronov|aksenov|sofronov|maltsev
loginov|gorshkov|savin|krasnov|mayorov|demidov|eliseev|rybakov|safonov|plotnikov|demin|khokhlov|fadeev|molchanov|ignatov|litvinov|ershov|ushakov
dementiev|ryabov|mukhin|kalashnikov|leontiev|lobanov|kuzin|korneev|evdokimov|borodin|platonov|nekrasov|balashov|bobrov|zhdanov|blinov|ignatiev|korotkov
muravyov|kryukov|belyakov|bogomolov|drozdov|lavrov|zuev|petukhov|larin|nikulin|serov|terentiev|zotov|ustinov|fokin|samoilov|konstantinov|sakharov
shishkin|samsonov|cherkasov|chistyakov|nosov|spiridonov|karasev|avdeev|vorontsov|zverev|vladimirov|seleznev|nechaev|kudryashov|sedov|firsov|andrianov
panfilov|golovin|terekhov|ulyanov|shestakov|ageev|nikonov|selivanov|bazhenov|gordeev|kozhevnikov|pakhomov|papadopoulos|papadakis|papageorgiou
papandreou|pappas|georgiou|georgiadis|georgopoulos|nikolaou|nikolaidis|ionescu|popa|stan|stancu|radu|jovanovic|petrovic|nikolic|ilic|stojanovic
stankovic|marinkovic|marinovic|milosevic|milovanovic|horvat|horvath|babic|maric|juric|duric djuric|yilmaz|yildiz|yildirim|kaya|demir|demirci|celik
sahin|ozturk|ozdemir|aydin|arslan|dogan|kilic|aslan|cetin|kara|koc|kurt|ozkan|simsek|khan|kahn|khalil|khalid|singh|kaur|kumar|sharma|gupta|patel|khalaf
nasser|kapoor|reddy|rao|das|nair|iyer|roth|rothe|rot|lind|stein|steiner|stern|cohen kohn|levy levi|levin|goldberg|goldman|friedman|friedmann|shapiro
katz|abbott|abel|ellison|nguyen|tran|pham|phan|tan|tang|lopes|sano|moss
`
const places = new Map<string, Set<number>>()
for (const [n, line] of list.trim().split(/[|\n]/).entries()) {
  for (const word of line.split(' ')) {
    const key = keyOf(word)
    places.set(key, (places.get(key) ?? new Set()).add(n))
  }
}

const noPlaces: ReadonlySet<number> = new Set()

/** The numbers of its groups in the list. */
export const surnameGroups = (key: string): ReadonlySet<number> => places.get(key) ?? noPlaces

export const isCommonSurname = (key: string): boolean => places.has(key)

/** Whether two frequent surnames are spellings of one. */
export const sameSurname = (one: string, other: string): boolean => {
  const [a, b] = [places.get(one), places.get(other)]
  return a !== undefined && b !== undefined && [...a].some((line) => b.has(line))
}
