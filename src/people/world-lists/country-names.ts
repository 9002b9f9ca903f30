/**
 * Names of countries that differ from those of the runtime, by code: usual, former and short ones, territories and
 * regions that lists name as countries, codes of three letters that are gone. Words are compared without accents, order
 * and words of forms of state.
 */
export const otherCountryNames = `
AE UAE, Dubai, Abu Dhabi, Sharjah, Emirates, Emirados Arabes, Emiratos Arabes
CW Netherlands Antilles, Dutch Antilles, Antilhas Holandesas, Antillas Holandesas, Antilles neerlandaises, ANT
AX Aland
BA Bosnia, Bosnia Herzegovina, Bosnia y Herzegovina, Republika Srpska
BD East Pakistan, Paquistao Oriental, Bangladeche
BF Upper Volta, Alto Volta, Haute Volta, Burkina, HVO
BJ Dahomey, Daome, Benim, DHY
BL St Barths, St Barts
BO Plurinational State of Bolivia
BQ Bonaire, Saba, Sint Eustatius
BW Bechuanaland
BY Byelorussia, Belorussia, Bielorussia, White Russia, Russia Branca, BYS
BZ British Honduras, Honduras Britanicas
CD DRC, RDC, DR Congo, RD Congo, Zaire, Congo Kinshasa, Congo Leopoldville, Belgian Congo, ZAR, COD
CF CAR, RCA, Centrafrique
CG Congo, Congo Brazzaville
CI Ivory Coast, Costa do Marfim, Costa de Marfil, Elfenbeinkuste
CN PRC, RPC, PR China, RP China, Mainland China, Red China, Tibet, Xinjiang
CV Cape Verde
CZ Czech Republic, Tcheca, Checa, Tcheque, Cesko, Czechoslovakia, Tchecoslovaquia, Checoslovaquia, Tchecoslovaquie, CSK
DE GDR, FRG, RDA, RFA, DDR, BRD, East Germany, West Germany, German Democratic, Alemanha Oriental, Alemanha Ocidental, Alemania Oriental, Alemania Occidental, Allemagne de l'Est, Allemagne de l'Ouest
DJ Jibuti, Djibuti, French Afars and Issas, French Somaliland, AFI
EH Sahrawi Arab Democratic, Sahrawi, Saharaui, Sahara Ocidental, Spanish Sahara
ET Abyssinia, Abissinia
FK Falklands, Malvinas
FM Federated States of Micronesia
FO Faroes, Faroe, Faeroe, Feroe
FR Metropolitan France, FXX
GB UK, Great Britain, Britain, England, Scotland, Wales, Northern Ireland, Ulster, Inglaterra, Escocia, Gales, Pais de Gales, Irlanda do Norte, Irlanda del Norte, Gra Bretanha, Gran Bretana, Grande Bretagne, Angleterre, Ecosse, Pays de Galles, Irlande du Nord, United Kingdom of Great Britain and Northern Ireland, Reino Unido da Gra Bretanha e Irlanda do Norte, Reino Unido de Gran Bretana e Irlanda del Norte, Royaume Uni de Grande Bretagne et d'Irlande du Nord
GH Gold Coast, Costa do Ouro
GL Gronelandia
GN Guinea Conakry, Guine Conacri, Guinee Conakry, French Guinea
GQ Spanish Guinea
GW Portuguese Guinea
GY British Guiana, Guiana Inglesa
HK HKSAR, Hong Kong China, Hongkong
HR Hrvatska
ID Dutch East Indies, Indias Orientais Holandesas
IE Eire, Republic of Ireland
IN Bharat, Sikkim
IR Persia
KG Kirghizia, Kirgizia, Kirguizia, Quirguizistao, Quirguizia, Kirgizstan
KH Kampuchea, Cambodge, Khmer
KM Comoro
KP DPRK, RPDC, North Korea, Coreia do Norte, Corea del Norte, Coree du Nord
KR ROK, South Korea, S Korea, Coreia do Sul, Corea del Sur, Coree du Sud, Korea, Coreia, Corea, Coree
KY Caymans, Caimao, Caima
KZ Kazakstan, Kazaquistao
KW Coveite
LA Lao PDR, Lao
LI Listenstaine
LK Ceylon, Ceilao, Ceilan, Ceylan
LS Basutoland
LY Libyan Arab Jamahiriya, Great Socialist People's Libyan Arab Jamahiriya, Jamahiriya
MD Moldavia, Moldova, Transnistria, Pridnestrovian Moldavian
MF Saint Martin
MG Malagasy, Madagascar
MK Macedonia, FYROM, ARJM, Former Yugoslav Republic of Macedonia, Antiga Republica Jugoslava da Macedonia
MM Burma, Birmania, Birmanie, Mianmar, BUR
MN Outer Mongolia
MO Macao, Macao China, Macau China, MSAR
MU Mauricia, Ilhas Mauricio
MW Nyasaland, Niassalandia
MY Malaya, Sabah, Sarawak
NA South West Africa, Sudoeste Africano
NL Holland, Holanda, Hollande, Olanda
MX Estados Unidos Mexicanos, United Mexican States
NZ Aotearoa, Aotearoa New Zealand
PF Tahiti
PG Papua
PH Phillipines, Philipines, Filippines
PS Palestine, Palestinian, Palestina, West Bank, Gaza, Gaza Strip, Faixa de Gaza, Franja de Gaza, Cisjordania, West Bank and Gaza
RO Roumania, Rumania, ROM
RS Yugoslavia, Iugoslavia, Jugoslavia, Yougoslavie, Serbia and Montenegro, Servia e Montenegro, Serbia y Montenegro, Servia, YUG, SCG
RU USSR, URSS, CCCP, Soviet, Sovietica, Uniao Sovietica, Union of Soviet Socialist Republics, Chechnya, Chechenia, Dagestan, SUN
SA KSA
SC Seicheles
SD Sudan
SG Cingapura
SH Saint Helena Ascension and Tristan da Cunha, Ascension
SJ Svalbard
SM Sao Marinho
SN Senegambia
SO Somaliland, Puntland
SR Dutch Guiana, Guiana Holandesa
SX Sint Maarten, St Maarten
SY Syrian Arab
SZ Swaziland, Suazilandia, Swazilandia, Essuatini, Suazi
TC Turks and Caicos, Turcas e Caicos
TH Siam, Siao
TJ Tadzhikistan, Tajiquistao, Tadschikistan
TL East Timor, Timor Leste, Timor Oriental, Timor Lorosae, Timor, TMP
TM Turkmenia, Turquemenistao, Turcomenia
TR Turkey, Turkiye
TT Trinidade e Tobago
TW Taiwan Province of China, Taiwan China, China Taiwan, Chinese Taipei, Taipei, Formosa, Republic of China, Republic of China Taiwan, ROC
TZ Tanganyika, Zanzibar
UA Crimea, Crimeia, Donetsk, Luhansk, Crimea region of Ukraine
US USA, United States of America, EUA, EEUU, EE UU, America, Estados Unidos da America, Estados Unidos de America, Etats Unis d'Amerique, Stati Uniti d'America
UZ Usbequistao, Uzbekia
VA Vatican, Vaticano, Holy See, Santa Se, Saint Siege, Holy See Vatican City State
VG BVI, British Virgin, Virgin British, Tortola
VI USVI, Virgin US, Virgin USA, United States Virgin, Virgens Americanas, Virgens EUA, Saint Thomas
VN Vietnam, Viet Nam, Vietna, Vietname, North Vietnam, South Vietnam, VDR
VU New Hebrides, Novas Hebridas, NHB
WS Western Samoa, Samoa Ocidental
XK Kosovo, Cosovo, XKX
YE South Yemen, North Yemen, Yemen Democratic, Iemen do Sul, Iemen do Norte, Iemen, YMD
ZM Northern Rhodesia, Rodesia do Norte
ZW Rhodesia, Rodesia, Southern Rhodesia, Zimbabwe Rhodesia, RHO
`;

/** Words for the people of a country, in English, Portuguese, Spanish and French. A feminine form follows from its masculine one. */
export const peoples = `
AE emirati, emiradense, AF afghan, afegao, afegane, afgano, AL albanian, albanes, AM armenian, armenio,
AO angolan, angolano, AR argentine, argentinian, argentino, AT austrian, austriaco, AU australian, australiano,
AZ azerbaijani, azeri, azerbaijano, BA bosnian, bosnio, BB barbadian, BD bangladeshi, bengali,
BE belgian, belga, BF burkinabe, BG bulgarian, bulgaro, BH bahraini, barenita, BI burundian, BJ beninese,
BO bolivian, boliviano, BR brazilian, brasileiro, brasileno, bresilien, BS bahamian, BW botswanan, BY belarusian, bielorrusso, bielorruso,
BZ belizean, CA canadian, canadense, canadiano, canadiense, CD congolese, congoles, CH swiss, suico, suizo, suisse,
CI ivorian, ivoirian, marfinense, CL chilean, chileno, CM cameroonian, camarones, CN chinese, chines, chino, chinois,
CO colombian, colombiano, CR costa rican, CU cuban, cubano, CV cape verdean, cabo verdiano, CY cypriot, cipriota,
CZ czech, checo, tcheco, DE german, alemao, aleman, allemand, DK danish, dinamarques, danes, DO dominican, dominicano,
DZ algerian, argelino, EC ecuadorian, ecuadorean, equatoriano, ecuatoriano, EE estonian, estoniano,
EG egyptian, egipcio, ER eritrean, eritreu, ES spanish, espanhol, espanol, espagnol, ET ethiopian, etiope,
FI finnish, finlandes, FJ fijian, FR french, frances, francais, GA gabonese, GB british, english, scottish, welsh, britanico, ingles, escoces,
GE georgian, georgiano, GH ghanaian, ganes, GM gambian, GN guinean, GR greek, hellenic, grego, griego,
GT guatemalan, guatemalteco, GW bissau guinean, GY guyanese, HK hong konger, HN honduran, hondurenho, hondureno,
HR croatian, croata, HT haitian, haitiano, HU hungarian, hungaro, ID indonesian, indonesio, IE irish, irlandes,
IL israeli, israelense, israelita, IN indian, indiano, IQ iraqi, iraquiano, iraki, IR iranian, persian, iraniano, irani, iranien,
IS icelandic, islandes, IT italian, italiano, italien, JM jamaican, jamaicano, JO jordanian, jordaniano, jordano,
JP japanese, japones, japonais, KE kenyan, queniano, keniano, KG kyrgyz, KH cambodian, cambojano, camboyano,
KP north korean, norte coreano, norcoreano, KR south korean, sul coreano, surcoreano, coreano, korean, KW kuwaiti,
KZ kazakh, kazakhstani, cazaque, LA laotian, LB lebanese, libanes, libanais, LK sri lankan, LR liberian, liberiano,
LT lithuanian, lituano, LU luxembourger, LV latvian, letao, LY libyan, libio, MA moroccan, marroquino, marroqui,
MD moldovan, moldavo, ME montenegrin, MG madagascan, MK macedonian, macedonio, ML malian, maliano,
MM burmese, birmanes, MN mongolian, mongol, MR mauritanian, mauritano, MT maltese, maltes, MU mauritian, MW malawian,
MX mexican, mexicano, MY malaysian, malaio, malasio, MZ mozambican, mocambicano, NA namibian, namibiano,
NE nigerien, NG nigerian, nigeriano, NI nicaraguan, nicaraguense, NL dutch, holandes, neerlandes, NO norwegian, noruegues, noruego,
NP nepalese, nepali, nepales, NZ new zealander, neozelandes, OM omani, PA panamanian, panamenho, panameno,
PE peruvian, peruano, PH filipino, philippine, PK pakistani, paquistanes, PL polish, polones, polaco,
PR puerto rican, PS palestinian, palestino, PT portuguese, portugues, portugais, PY paraguayan, paraguaio, paraguayo,
QA qatari, catariano, RO romanian, romeno, rumano, RS serbian, serb, servio, serbio, RU russian, russo, ruso, russe, sovietico,
RW rwandan, rwandese, ruandes, SA saudi, saudi arabian, saudita, SD sudanese, sudanes, SE swedish, sueco, SG singaporean,
SI slovenian, slovene, esloveno, SK slovak, slovakian, eslovaco, SL sierra leonean, SN senegalese, senegales,
SO somali, somalian, somaliano, SR surinamese, SS south sudanese, SV salvadoran, salvadorenho, salvadoreno, SY syrian, sirio, syrien,
SZ swazi, TD chadian, chadiano, TG togolese, TH thai, tailandes, TJ tajik, TM turkmen, TN tunisian, tunisiano, tunecino, tunisino,
TR turkish, turk, turco, turc, TT trinidadian, TW taiwanese, taiwanes, TZ tanzanian, tanzaniano, UA ukrainian, ucraniano,
UG ugandan, US american, americano, norte americano, estadunidense, estadounidense, UY uruguayan, uruguaio, uruguayo,
UZ uzbek, uzbeque, VE venezuelan, venezuelano, venezolano, VN vietnamese, vietnamita, YE yemeni, yemenite, iemenita,
ZA south african, sul africano, sudafricano, ZM zambian, ZW zimbabwean
`;

/** ISO 3166-1: the code of two letters with the one of three, as passports and other systems have it. */
export const longCodes = `
ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO AQATA ARARG ASASM ATAUT AUAUS AWABW AXALA AZAZE
BABIH BBBRB BDBGD BEBEL BFBFA BGBGR BHBHR BIBDI BJBEN BLBLM BMBMU BNBRN BOBOL BQBES BRBRA BSBHS
BTBTN BVBVT BWBWA BYBLR BZBLZ CACAN CCCCK CDCOD CFCAF CGCOG CHCHE CICIV CKCOK CLCHL CMCMR CNCHN
COCOL CRCRI CUCUB CVCPV CWCUW CXCXR CYCYP CZCZE DEDEU DJDJI DKDNK DMDMA DODOM DZDZA ECECU EEEST
EGEGY EHESH ERERI ESESP ETETH FIFIN FJFJI FKFLK FMFSM FOFRO FRFRA GAGAB GBGBR GDGRD GEGEO GFGUF
GGGGY GHGHA GIGIB GLGRL GMGMB GNGIN GPGLP GQGNQ GRGRC GSSGS GTGTM GUGUM GWGNB GYGUY HKHKG HMHMD
HNHND HRHRV HTHTI HUHUN IDIDN IEIRL ILISR IMIMN ININD IOIOT IQIRQ IRIRN ISISL ITITA JEJEY JMJAM
JOJOR JPJPN KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO LBLBN LCLCA
LILIE LKLKA LRLBR LSLSO LTLTU LULUX LVLVA LYLBY MAMAR MCMCO MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD
MLMLI MMMMR MNMNG MOMAC MPMNP MQMTQ MRMRT MSMSR MTMLT MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM
NCNCL NENER NFNFK NGNGA NINIC NLNLD NONOR NPNPL NRNRU NUNIU NZNZL OMOMN PAPAN PEPER PFPYF PGPNG
PHPHL PKPAK PLPOL PMSPM PNPCN PRPRI PSPSE PTPRT PWPLW PYPRY QAQAT REREU ROROU RSSRB RURUS RWRWA
SASAU SBSLB SCSYC SDSDN SESWE SGSGP SHSHN SISVN SJSJM SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR SSSSD
STSTP SVSLV SXSXM SYSYR SZSWZ TCTCA TDTCD TFATF TGTGO THTHA TJTJK TKTKL TLTLS TMTKM TNTUN TOTON
TRTUR TTTTO TVTUV TWTWN TZTZA UAUKR UGUGA UMUMI USUSA UYURY UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR
VNVNM VUVUT WFWLF WSWSM YEYEM YTMYT ZAZAF ZMZMB ZWZWE
`;
