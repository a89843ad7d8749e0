/** Given names of Western and Northern Europe, continued; the form of a line is in given-western.ts. */
export const givenNorthern = `
graham graeme grahame
gary garry
hector ettore héctor hektor
helga helge
helmut hellmut helmuth hellmuth ~helli
hermine hermina erminia
hilary hilario ilario hillary hilaire
horace orazio horacio horatio horatius
horst
humphrey onofrio onofre humfried
ilse ilsa
isidore isidro isidor isidoro isidoros
ivana iwana jovanka ~iva
ivanka
andrea
ivar iver ifor
ivy
jared yared jarrod
jasmine yasmin yasmine yasmeen yasemin jasmin yasaman ياسمين
jan-erik
javier xavier saverio xaver savier xabier szaver ~xavi ~javi ~xaverl
joyce
justin justinus giustino justino justyn iustin justo
justine justyna giustina justina
keith
kelly
karen carin karin carina karina kaarina caren
kim
kyle
lance lancelot lanzelot
leopold leopoldo lipot ~poldi ~polde ~polo
leslie lesley ~les
lionel lyonel leonel leonello ~leo
lisa liza lise
lorna
lucian lucien luciano lukian
lucille lucila lucilla
luther
malcolm ~mal ~calum
manfred manfredo manfredi ~fred ~manni ~fredi
marian mariano marianus marián
marianne mariana marianna maryanne
marilyn marylin
marion
mario marius mariusz marios máriu マリオ 马里奥
marlene marlena ~lene
marvin mervin mervyn
maud matilda mathilde mathilda matilde ~tilda ~tilly ~hilde ~maude
melanie melania melánie ~mel ~melli ~mela
mercedes ~merche
miles milo
milan miloš milos milosz
miloslav miroslav miroslaw myroslav ~mirek ~slavko ~miro ~mirko ~slava
mirko mirco
monty montgomery montague
muriel
murray moray
naomi noemi noémie נעמי ~nomi
napoleon
nelson
nestor néstor
octavio octavius ottavio octavian octave
odette odile ottilie
ottilie odile ~tilly
osmund asmund
pascal pasquale pascual paschal pascoal
patsy
percy percival parzival parsifal
pilar ~pili
pia pius pio
placido placidus
primo
ramiro
randolph randal randall ~randy ~dolph
regina regine reine régine ~gina ~reggie ~queenie
remigius remi remigio remo
roberta robertina ~bobbie
roch rocco roque rochus
rosemary rosemarie rosmarie rosamaria ~rosie ~romy
rupert ruprecht ruperto
russell russel ~russ ~rusty
ryan
salvatore salvador salvator ~sal ~turi ~toto ~chava ~totò ~salva
santino santos santo
scott ~scotty
selma
septimus severin severino severus séverin
shirley
sidney sydney ~sid ~syd
sofus
spencer
sven svend svein swen
sybil sibylle sibylla sybille ~billie
tamara tamar ~toma ~tammy ~mara תמר
thaddeus tadeusz taddeo tadeo thaddäus tadej faddei ~tad ~tadek ~thad
thea
timo
todd
tracy
trevor trefor ~trev
tyrone ~ty
ubaldo
ulysses ulises
urban urbain urbano
uwe ove uve
vaclav wenceslaus wenzel waclaw vyacheslav viacheslav vjacheslav vyacheslaw wenceslao vjaceslav wiaczeslaw viatcheslav ~slava ~venca ~wacek ~vasek
verner werner wernher warner werner ~wern
vicky
virgil virgilio vergil virgile
vojtech wojciech woytek voytek ~wojtek
volker volkher
waldemar valdemar ~waldi ~voldi
warren
wendy
wilfred wilfried vilfredo wilfrid ~wilf ~fred ~willi
winfried winfred ~winnie
winston ~winnie
yolanda jolanda iolanda yolande jolanta jolán
zdenek zdenko sidonius
zita
zoltan zoltán
attila etele
bela béla
csaba
gyula
imre emerich emmerich emeric emerico
kálmán kalman koloman
laszlo ladislaus ladislav wladyslaw ladislao vladislav wladislaw vladyslav vladislas vladislau ~laci ~vlad ~lacko ~slava ~wladek ~vladik
lorand lóránt
tibor tiburtius
zsolt
levente
kari
simona
aino
antero
eero
ilkka
jarmo
jukka
kalevi
matti
mika
pekka
risto
seppo
sakari
tapio
timo
toivo
veikko
ville
bjorn björn bjarne bjoern
dag
einar ejnar
frode
geir
haakon hakan håkan hakon
hallvard
ingemar ingmar
jens 
jesper
joakim
jorn jørn jörn
kare
kjell
klas
knut knud canute
lasse
leif
magnus mogens mans
oddvar
ola
olle
orjan
oystein øystein eystein
per pehr pär
preben
ragnar
rasmus erasmus
rune
sigurd sivert
sixten
stein sten steen
stig
sture
svante
terje
thor tor
thorbjorn torbjorn torben
thorsten torsten torstein thorstein
trond
ulf ulv
viggo
astrid asta ~assa
dagmar dagny
freya freja
gudrun guðrún
gunilla gunhild
gunvor
hedwig hedvig jadwiga ~hedi ~heda ~hedy
hedda
liv
mette
randi
signe
sigrid siri
solveig
sunniva
tove
turid
ylva
martina martine
roberta
stefana
`
